// test_maplibre: clients/maplibre in a browser: its example, as its README has it served,
// with the packages where npm would put them. relaxd is of another origin.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { check, eventually, generatedMap, is, picture, run, startBrowser, startDaemon } from './lib.mjs';

const clients = `${process.env.SOURCE_ROOT}/clients`;
const folders = {
    '/node_modules/maplibre-gl/': `${clients}/web/node_modules/maplibre-gl/`,
    '/node_modules/relaxd-client/': `${clients}/js/`,
    '/node_modules/relaxd-maplibre/': `${clients}/maplibre/`,
    '/': `${clients}/maplibre/`,
};
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

async function serveExample() {
    const server = createServer(({ url }, response) => {
        const { pathname } = new URL(url, 'http://here');
        const [prefix, folder] = Object.entries(folders).find(([start]) => pathname.startsWith(start));
        try {
            const bytes = readFileSync(folder + pathname.slice(prefix.length));
            response.writeHead(200, { 'Content-Type': types[extname(pathname)] ?? 'text/plain' }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}/example.html`;
}

async function openExample(browser, address) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });

    page.on('pageerror', (error) => check('nothing goes wrong on the page', false, String(error)));
    await page.addInitScript(() => (window.heard = []));
    await page.goto(`${await serveExample()}?relaxd=${address}`);
    await page.waitForFunction(() => window.route);
    await page.evaluate(() => {
        const note = ({ type, detail: { done, answer, error } }) => window.heard.push({ type, done, error: error?.code, steps: answer?.legs?.[0]?.steps?.length ?? 0 });
        for (const type of ['route', 'places', 'error']) window.route.addEventListener(type, note);
    });
    return page;
}

// What a source of the map has, and where a place is on the screen.
const source = (page, id) => page.evaluate(async (one) => (await window.map.getSource(one)?.getData())?.features ?? [], id);
const project = (page, place) => page.evaluate((at) => {
    const { left, top } = window.map.getCanvas().getBoundingClientRect();
    const { x, y } = window.map.project(at);
    return { x: x + left, y: y + top };
}, place);
const places = (page) => page.evaluate(() => window.route.places);
const heard = (page) => page.evaluate(() => window.heard);
const chosen = async (page) => (await source(page, 'relaxd-route-lines')).find(({ properties }) => properties.chosen)?.geometry.coordinates ?? [];

// The hand is down until `meanwhile` has looked.
async function drag(page, from, to, meanwhile = () => true) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    const seen = await meanwhile();
    await page.mouse.up();
    return seen;
}

const rendered = (page) => eventually(() => page.evaluate(() => window.map.areTilesLoaded() && window.map.isStyleLoaded()));
const drawn = (page, layer) => page.evaluate((one) => (window.map.getLayer(one) ? window.map.queryRenderedFeatures({ layers: [one] }).length : 0), layer);

async function routes(page) {
    const before = await eventually(async () => {
        const line = await chosen(page);
        return line.length > 0 && line;
    });
    check('a route is drawn between the places', before?.length > 10);
    check('with others beside it', (await source(page, 'relaxd-route-lines')).length > 1);
    await eventually(() => drawn(page, 'relaxd-route-stops'));
    check('and told', await eventually(() => page.evaluate(() => /min.*Head /.test(document.getElementById('told').textContent))));
    await rendered(page);
    await picture(page, 'maplibre-route');

    const from = await project(page, (await places(page))[0]);
    await page.evaluate(() => (window.heard = []));
    const followed = await drag(page, from, { x: from.x + 60, y: from.y + 70 }, () =>
        eventually(async () => {
            const line = await chosen(page);
            return line.length > 0 && String(line) !== String(before) && line;
        }),
    );
    check('the route follows while a place is dragged', followed);
    check('of which events tell', (await heard(page)).some(({ type, done }) => type === 'route' && !done));
    const last = await eventually(async () => (await heard(page)).find(({ type, done }) => type === 'route' && done));
    check('and the steps come when it is let go', last.steps > 1);
}

async function between(page) {
    await rendered(page);
    const line = await chosen(page);
    const from = await project(page, line[Math.floor(line.length / 2)]);
    const ends = await places(page);
    await eventually(() => drawn(page, 'relaxd-route-line'));
    await drag(page, from, { x: from.x - 30, y: from.y - 80 });
    check('dragging the line puts a place between', await eventually(async () => (await places(page)).length === 3));
    const now = await places(page);
    is('whose neighbours stay', ends, [now[0], now[2]]);
    check('over which the route goes', await eventually(() => page.evaluate(() => window.route.answer?.legs.length === 2)));

    await rendered(page);
    const via = await project(page, now[1]);
    await page.mouse.click(via.x, via.y, { button: 'right' });
    check('a right click removes it', await eventually(async () => (await places(page)).length === 2));
    await page.mouse.click(600, 600);
    check('a click adds a place at the end', await eventually(async () => (await places(page)).length === 3));
}

async function refusals(page) {
    await page.evaluate(() => window.route.setPlaces([[60, 60], [60.1, 60]]));
    check('what is refused is told', await eventually(async () => (await heard(page)).some(({ error }) => error === 'no-road-near')));
    is('and no line is left', [], await chosen(page));
}

async function isochrones(page) {
    const areas = await eventually(async () => {
        const all = await source(page, 'relaxd-isochrone-areas');
        return all.length > 0 && all;
    });
    is('an isochrone has an area for each contour, in its colour', [[180, '#74aaf0'], [120, '#3f7fe0'], [60, '#1f4fc4']],
        areas.map(({ properties }) => [properties.contour, properties.colour]));
    check('which is drawn', await eventually(() => drawn(page, 'relaxd-isochrone-areas')));
    const from = await project(page, await page.evaluate(() => window.isochrone.places[0]));
    await drag(page, from, { x: from.x + 80, y: from.y + 30 });
    check('it follows its place', await eventually(async () => {
        const all = await source(page, 'relaxd-isochrone-areas');
        return all.length === 3 && String(all[0].geometry.coordinates) !== String(areas[0].geometry.coordinates);
    }));
    await rendered(page);
    await picture(page, 'maplibre-isochrone');
}

async function removals(page) {
    const left = () => page.evaluate(() => {
        const { layers, sources } = window.map.getStyle();
        return [...layers.map(({ id }) => id), ...Object.keys(sources)].filter((id) => id.startsWith('relaxd'));
    });

    await page.evaluate(() => window.map.setStyle({ version: 8, sources: {}, layers: [] }));
    is('a new style keeps the layers', 11, await eventually(async () => (await left()).length === 11 && 11) ?? await left());
    await page.evaluate(() => [window.isochrone, window.route].forEach((each) => each.remove()));
    is('what is removed leaves nothing on the map', [], await left());
    await page.evaluate(() => (window.heard = []));
    await page.mouse.click(500, 500);
    await page.evaluate(() => window.map.setStyle({ version: 8, sources: {}, layers: [{ id: 'land', type: 'background' }] }));
    await eventually(() => page.evaluate(() => window.map.getLayer('land')));
    is('and hears nothing more', [[], []], [await left(), await heard(page)]);
}

await run(async () => {
    const { address } = await startDaemon('--map', generatedMap(10_000));
    const browser = await startBrowser();
    const page = await openExample(browser, address);

    await routes(page);
    await between(page);
    await isochrones(page);
    await refusals(page);
    await removals(page);
    await browser.close();
}, true);
