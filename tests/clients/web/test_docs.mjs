// test_docs: the documents that relaxd serves, in a browser: all are there, no link is
// dead, no other host is asked, and the reference has all of openapi.yaml.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gridMap, is, check, matches, picture, run, startBrowser, startDaemon } from './lib.mjs';

const { parse } = createRequire(new URL('../../../clients/web/package.json', import.meta.url))('yaml');
const openapi = parse(readFileSync(join(process.env.SOURCE_ROOT, 'api/openapi.yaml'), 'utf8'), { merge: true, maxAliasCount: -1 });
const methods = ['get', 'put', 'post', 'patch', 'delete'];

// In the page: what it shows and where it leads.
function look() {
    const all = (selector, of) => [...document.querySelectorAll(selector)].map(of);

    return {
        title: document.querySelector('h1')?.textContent ?? '',
        links: all('a[href]', ({ href }) => href),
        ids: all('[id]', ({ id }) => id),
        letters: document.querySelector('main').textContent.length,
        scripts: document.scripts.length,
        // Wide things scroll inside, the page does not.
        overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        ink: getComputedStyle(document.documentElement).color,
    };
}

// Reads all pages that can be reached from /docs: path to what look() saw.
async function readAll(page, address) {
    const seen = new Map();
    const wanted = [`${address}/docs`];

    while (wanted.length) {
        const url = wanted.pop();
        if (seen.has(url)) continue;
        const answer = await page.goto(url);
        const html = /html/.test(answer.headers()['content-type']);
        const known = { status: answer.status(), redirected: answer.request().redirectedFrom() !== null, html };
        seen.set(url, html ? { ...known, ...(await page.evaluate(look)) } : known);
        for (const link of seen.get(url).links ?? []) {
            const [other] = link.split('#');
            if (other.startsWith(`${address}/docs`)) wanted.push(other);
        }
    }
    return seen;
}

function deadLinks(seen, address) {
    return [...seen].flatMap(([url, { links = [] }]) =>
        links
            .filter((link) => {
                const [other, anchor] = link.split('#');
                if (!other.startsWith(address)) return !/^https?:/.test(other);
                if (other === `${address}/`) return false;
                const there = seen.get(other);
                return there?.status !== 200 || (anchor && !there.ids?.includes(decodeURIComponent(anchor)));
            })
            .map((link) => `${url}: ${link}`),
    );
}

async function allPages(browser, address) {
    const requests = [];
    const complaints = [];
    const page = await browser.newPage();

    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const seen = await readAll(page, address);
    const pages = [...seen].filter(([, { html }]) => html);
    is('every page is there, without a detour', [], [...seen].filter(([, { status, redirected }]) => status !== 200 || redirected).map(([url]) => url));
    check('there are a dozen', pages.length >= 12, [...seen.keys()]);
    is('each has a title and says something', [], pages.filter(([, { title, letters }]) => !title || letters < 100).map(([url]) => url));
    is('no link and no anchor is dead', [], deadLinks(seen, address));
    is('no id is there twice', [], pages.filter(([, { ids }]) => new Set(ids).size !== ids.length).map(([url]) => url));
    is('no script runs', 0, pages.reduce((sum, [, { scripts }]) => sum + scripts, 0));
    is('no other host is asked', [], requests.filter((url) => !url.startsWith(address)));
    is('the browser has nothing against them', [], complaints);
    await page.close();
    return pages.map(([url]) => url);
}

async function wholeReference(browser, address) {
    const page = await browser.newPage();
    const wanted = Object.entries(openapi.paths).flatMap(([path, item]) =>
        methods.filter((method) => item[method]).map((method) => `${method.toUpperCase()} ${path}`),
    );

    await page.goto(`${address}/docs/reference`);
    const shown = await page.evaluate(() => [...document.querySelectorAll('h3:has(.method)')].map((each) => each.textContent));
    is('the reference has all operations', [...wanted].sort(), [...shown].sort());
    const schemas = await page.evaluate(() => [...document.querySelectorAll('h3[id^=schema-]')].map((each) => each.textContent));
    is('and all schemas', Object.keys(openapi.components.schemas), schemas);
    const text = await page.evaluate(() => document.querySelector('main').innerText);
    for (const { get } of Object.values(openapi.paths)) {
        const missing = (get?.parameters ?? []).filter(({ name }) => name && !text.includes(name));
        if (missing.length) check(`parameters of ${get.operationId}`, false, missing);
    }
    matches('with no hole in it', /^(?![^]*\b(undefined|\[object Object\]|NaN)\b)/, text);
    await page.close();
}

// Pictures of three, and whether all fit on the screen.
async function looks(browser, address, pages) {
    const shown = ['', '/api', '/reference'].map((name) => `${address}/docs${name}`);
    const inks = {};

    for (const [size, viewport] of [['wide', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844 }]]) {
        for (const colorScheme of ['light', 'dark']) {
            const page = await browser.newPage({ viewport, colorScheme });
            const wide = [];
            for (const url of colorScheme === 'light' ? pages : shown) {
                await page.goto(url);
                const { overflows, ink } = await page.evaluate(look);
                inks[colorScheme] = ink;
                if (overflows) wide.push(url);
                if (shown.includes(url)) await picture(page, `docs-${url.split('/').pop()}-${size}-${colorScheme}`);
            }
            is(`none is wider than the screen: ${size}, ${colorScheme}`, [], wide);
            await page.close();
        }
    }
    check('dark is another colour', inks.light !== inks.dark, inks);
}

await run(async () => {
    const { address } = await startDaemon('--map', `grid=${gridMap()}`);
    const browser = await startBrowser();
    const pages = await allPages(browser, address);

    await wholeReference(browser, address);
    await looks(browser, address, pages);
    const unknown = await fetch(`${address}/docs/nothing`);
    is('a page that is not there is a 404', 404, unknown.status);
    matches('that says where all are', /GET \/docs/, await unknown.text());
    await browser.close();
}, true);
