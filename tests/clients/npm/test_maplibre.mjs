// test_maplibre: @maplibre/maplibre-gl-directions in a browser, clicked on a map.
// The page is of another origin than relaxd, so the browser minds who may read.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { check, country, eventually, is, matches, run, startBrowser, startMaps, town } from './lib.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const web = here('../../../clients/web/node_modules');

async function bundledPage() {
    const { build } = createRequire(`${web}/x`)('esbuild');
    const { outputFiles: [{ text }] } = await build({
        bundle: true,
        entryPoints: [here('maplibre_page.js')],
        format: 'iife',
        logLevel: 'error',
        // maplibre-gl is the one that relaxd's own page is made of.
        nodePaths: [web],
        write: false,
    });
    return `<!doctype html><div id="map" style="position:fixed;inset:0"></div><script>${text.replace(/<\/script/g, '<\\/script')}</script>`;
}

async function openPage(browser) {
    const html = await bundledPage();
    const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html));

    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    page.on('pageerror', (error) => check('nothing goes wrong on the page', false, String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return page;
}

const drawn = (page) => page.evaluate(() => window.drawn());
const start = (page, address, settings) => page.evaluate((given) => window.start(given), { api: `${address}/route/v1`, ...settings });

async function clickOn(page, place) {
    const { x, y } = await page.evaluate((at) => window.map.project(at), place);

    await page.mouse.click(x, y);
    // A second click within the time of a double click would zoom.
    await page.waitForTimeout(400);
}

async function clicks(page, address) {
    const { profile } = country;

    await start(page, address, { profile, center: country.start, requestOptions: { alternatives: 'true', overview: 'full', geometries: 'polyline6' } });
    await clickOn(page, country.others[0]);
    await clickOn(page, country.others[1]);
    const seen = await eventually(async () => {
        const now = await drawn(page);
        return now.line.length > 0 && now;
    });
    const { routes, waypoints } = await page.evaluate(() => window.answered);
    is('maplibre-gl-directions: two clicks are two stops', 2, seen.stops);
    is('which are put on roads', waypoints.map(({ location }) => location), seen.snapped);
    check('a line is drawn from the one to the other', near(seen.line[0], seen.snapped[0]) && near(seen.line.at(-1), seen.snapped[1]), seen.line);
    is('and other ways as many as there are', routes.length - 1, seen.alternatives);

    await clickOn(page, country.end);
    const longer = await eventually(async () => {
        const now = await drawn(page);
        return now.snapped.length === 3 && now;
    });
    check('a third click goes on from there', near(longer.line.at(-1), longer.snapped[2]), longer.line.at(-1));
}

const near = ([x, y], [u, v]) => Math.abs(x - u) < 1e-5 && Math.abs(y - v) < 1e-5;

async function refusals(page, address) {
    await page.reload();
    await start(page, address, { profile: town.profile, center: town.start });
    const refused = (list) => page.evaluate(async (stops) => {
        window.refused = [];
        await window.directions.setWaypoints(stops);
        return window.refused;
    }, list);

    is('what is refused it hears in words', ['Impossible route between points'], await refused([town.start, town.island]));
    is('and goes on', [], await refused([town.start, town.end]));
    await page.evaluate(() => (window.directions.configuration.makePostRequest = true));
    const [words] = await refused([town.start, town.end]);
    matches('forms it posts are no JSON, as for OSRM', /x-www-form-urlencoded/, words);
}

// A browser asks first whether it may.
async function posts(page, address) {
    const code = await page.evaluate(async ([url, coordinates]) => {
        const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ coordinates }) });
        return (await response.json()).code;
    }, [`${address}/route/v1/${town.profile}`, [town.start, town.end]]);

    is('JSON posted across origins is answered', 'Ok', code);
}

await run(async () => {
    const address = await startMaps();
    const browser = await startBrowser();
    const page = await openPage(browser);

    await clicks(page, address);
    await refusals(page, address);
    await posts(page, address);
    await browser.close();
}, true);
