// leaflet: leaflet-routing-machine on a page of jsdom's, which asks across origins.
import { readFileSync } from 'node:fs';
import { ask, check, country, is, matches, places, require, town } from './lib.mjs';

const { JSDOM } = require('jsdom');
const source = (name) => readFileSync(require.resolve(name), 'utf8');

// A page of another origin than relaxd's. `asked` holds the URLs of its requests.
function openPage() {
    const { window } = new JSDOM('<div id="map"></div>', { url: 'http://page.test/', runScripts: 'outside-only', pretendToBeVisual: true });
    const asked = [];
    const { open } = window.XMLHttpRequest.prototype;

    // jsdom lays nothing out, and has no such method; leaflet looks for both.
    Object.defineProperty(window.HTMLElement.prototype, 'clientWidth', { get: () => 800 });
    Object.defineProperty(window.HTMLElement.prototype, 'clientHeight', { get: () => 600 });
    window.SVGSVGElement.prototype.createSVGRect = () => null;
    window.XMLHttpRequest.prototype.open = function (method, url, ...more) {
        asked.push(url);
        return open.call(this, method, url, ...more);
    };
    window.eval(source('leaflet'));
    window.eval(source('leaflet-routing-machine'));
    return { window, asked };
}

class Page {
    constructor(address, { profile, start, end }) {
        Object.assign(this, openPage());
        const { L } = this.window;

        this.document = this.window.document;
        this.map = L.map('map', { center: [start[1], start[0]], zoom: 14 });
        this.control = L.Routing.control({
            router: L.Routing.osrmv1({ serviceUrl: `${address}/route/v1`, profile }),
            defaultErrorHandler: null,
            showAlternatives: true,
            waypoints: [start, end].map(([lon, lat]) => L.latLng(lat, lon)),
        });
    }

    // The next routes, or why there are none.
    answer(start) {
        return new Promise((resolve) => {
            this.control.once('routesfound', ({ routes }) => resolve(routes));
            this.control.once('routingerror', ({ error }) => resolve(error));
            start();
        });
    }

    show() {
        return this.answer(() => this.control.addTo(this.map));
    }

    move([lon, lat]) {
        return this.answer(() => this.control.spliceWaypoints(1, 1, this.window.L.latLng(lat, lon)));
    }

    texts(selector) {
        return [...this.document.querySelectorAll(selector)].map(({ textContent }) => textContent);
    }

    close() {
        this.window.close();
    }
}

async function shows(page) {
    const [route] = await page.show();
    const [first, last] = [route.coordinates[0], route.coordinates.at(-1)];

    is('leaflet-routing-machine: a route from place to place', [...town.start, ...town.end], [first.lng, first.lat, last.lng, last.lat]);
    is('its name is the summary', town.summary, page.texts('.leaflet-routing-alt h2')[0]);
    matches('its length and time are shown', /^3\.0 km, 8 min$/, page.texts('.leaflet-routing-alt h3')[0]);
    // The version it came with has an older word for roundabouts.
    is('and each step', town.told.map((text) => text.replace('roundabout', 'traffic circle')), page.texts('.leaflet-routing-alt td:nth-child(2)'));
    is('with a sign', ['depart', 'turn-left', 'turn-right', 'enter-roundabout', 'turn-right', 'arrive'],
        [...page.document.querySelectorAll('.leaflet-routing-icon')].map((icon) => icon.className.replace(/.*-icon-/, '')));
    check('the line is drawn', page.document.querySelectorAll('svg path').length > 0);
    return route;
}

// Hints of the last answer go with the next question; dragging asks with "?&".
async function asksAgain(page, before) {
    const routes = await page.answer(() => page.control.route());
    const hints = /hints=([^&]*)/.exec(page.asked.at(-1))[1].split(';');

    is('it sends back the hints it got', [112, 112], hints.map((hint) => hint.length));
    is('which lead the same way', [before.summary, before.name], [routes[0].summary, routes[0].name]);
    const dragged = await new Promise((resolve) => {
        page.control.route({ geometryOnly: true, simplifyGeometry: true, callback: (error, found) => resolve(error ?? found) });
    });
    matches('while dragging its options begin with nothing', /\?&alternatives=true/, page.asked.at(-1));
    is('and it gets its line', before.coordinates.length, dragged[0]?.coordinates.length);
}

async function errors(page) {
    const lost = await page.move(town.island);

    is('no way: it hears of it', [-1, 'NoRoute'], [lost.status, JSON.parse(lost.target.responseText).code]);
    const { options } = page.control.getRouter();
    options.requestParameters = { radiuses: '10;10' };
    const far = await page.move(town.sea);
    is('no street: of that, too', [-1, 'NoSegment'], [far.status, JSON.parse(far.target.responseText).code]);
    delete options.requestParameters;
    const routes = await page.move(town.end);
    is('and goes on after it', town.summary, routes[0].name);
}

async function inCountry(address) {
    const page = new Page(address, country);
    const routes = await page.show();
    const { routes: expected } = await ask(address, `/route/v1/${country.profile}/${places([country.start, country.end])}?alternatives=true&steps=true`);

    is('in a country it shows as many ways as there are', expected.length, page.texts('.leaflet-routing-alt').length);
    is('each as long as it is', expected.map(({ distance }) => distance), routes.map(({ summary }) => summary.totalDistance));
    is('each named as it is', expected.map(({ legs: [leg] }) => leg.summary), page.texts('.leaflet-routing-alt h2'));
    check('each with something to do', routes.every(({ instructions }) => instructions.every(({ text }) => text)));
    page.close();
}

export async function leaflet(address) {
    const page = new Page(address, town);

    await asksAgain(page, await shows(page));
    await errors(page);
    page.close();
    await inCountry(address);
}
