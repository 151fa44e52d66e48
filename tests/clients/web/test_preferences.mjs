// test_preferences: a vehicle and a taste on the page, in a browser without a window.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, is, matches, picture, RELAXCTL, run, scratch, startBrowser, startDaemon } from './lib.mjs';
import { ThePage } from './page.mjs';

// From 1 to 3 three roads lead: north by 5 the fastest, with a toll and a low bridge; straight
// by 2; south by 8, the slowest.
//
//     4---5---6
//     |       |
//     1---2---3
//     |       |
//     7---8---9
const NORTH = 49.004;
const MIDDLE = 49;
const SOUTH = 48.996;
const HASH = '#map=14.6/49/8.0046&at=8,49;8.02,49';

function town() {
    const nodes = [MIDDLE, NORTH, SOUTH].flatMap((lat, row) => [8, 8.01, 8.02].map((lon, column) => [row * 3 + column + 1, lon, lat]));
    const way = (id, refs, tags) =>
        `<way id="${id}" version="1">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${Object.entries(tags).map(([k, v]) => `<tag k="${k}" v="${v}"/>`).join('')}</way>`;
    const text = [
        '<osm version="0.6">',
        ...nodes.map(([id, lon, lat]) => `<node id="${id}" version="1" lon="${lon}" lat="${lat}"/>`),
        way(10, [1, 2, 3], { highway: 'tertiary', name: 'Middle Street' }),
        way(11, [1, 4, 5, 6, 3], { highway: 'primary', name: 'North Road', toll: 'yes', maxheight: '3.5', maxspeed: '100' }),
        way(12, [1, 7, 8, 9, 3], { highway: 'residential', name: 'South Lane' }),
        '</osm>',
    ];
    const data = join(scratch, 'town.osm');

    writeFileSync(data, text.join('\n'));
    execFileSync(RELAXCTL, ['import', data, '--profile', 'car,foot', '-o', join(scratch, 'town.rlx')], { stdio: 'ignore' });
    return join(scratch, 'town.rlx');
}

// Which of the three roads the route takes.
async function road(own) {
    const lats = (await own.line()).map(([, lat]) => lat);

    if (!lats.length) return 'none';
    return Math.max(...lats) > 49.002 ? 'north' : Math.min(...lats) < 48.998 ? 'south' : 'middle';
}

const takes = (own, which) => own.until(async () => (await road(own)) === which);
const slide = (own, key, value) => own.page.fill(`[data-key="${key}"]`, String(value));
const unfold = (own) => own.page.click('[data-key="preferences"]');

// What is asked from now on.
function asked(own) {
    const all = [];

    own.page.on('request', (request) => {
        if (/\/v1\/(route|table|isochrone)/.test(request.url())) all.push({ method: request.method(), url: request.url(), body: request.postDataJSON() });
    });
    return all;
}

async function slides(own, questions) {
    check('the fastest road is taken', await takes(own, 'north'));
    is('without preferences questions are addresses alone', ['GET'], [...new Set(questions.map(({ method }) => method))]);
    check('and name no model', questions.every(({ url }) => !/model/.test(url)));
    check('the panel is folded', !(await own.page.locator('[data-key="tolls"]').isVisible()));
    await unfold(own);
    check('and unfolds', await own.page.locator('[data-key="tolls"]').isVisible());
    await slide(own, 'tolls', 100);
    check('a slider at its end closes toll roads', await takes(own, 'middle'));
    matches('which the link says', /tolls=100/, await own.hash());
    is('and the heading', 'no tolls', await own.text('.set'));
    is('in a model', { priority: [{ if: 'toll == ALL', multiply_by: 0 }] }, questions.at(-1).body.model);
    await slide(own, 'tolls', 5);
    check('a little of it does not', await takes(own, 'north'));
    await slide(own, 'tolls', 0);
    await own.until(async () => !/tolls/.test(await own.hash()));
    check('at its beginning it adds nothing', await own.until(() => questions.at(-1).method === 'GET'));
}

// Each step of a slider asks; while one question is on its way, the newest alone waits.
async function follows(own, questions) {
    const before = questions.length;
    const running = new Set();
    let most = 0;
    const ended = (request) => running.delete(request);
    const count = async (route) => {
        running.add(route.request());
        most = Math.max(most, running.size);
        await route.continue();
    };

    own.page.on('requestfinished', ended);
    await own.page.route('**/v1/route*', count);
    await own.page.evaluate(() => {
        const slider = document.querySelector('[data-key="motorways"]');
        for (let value = 5; value <= 100; value += 5) {
            slider.value = String(value);
            slider.dispatchEvent(new Event('input', { bubbles: true }));
        }
    });
    check('the newest state is asked for', await own.until(() => questions.at(-1).body?.model.priority?.[0].multiply_by === 0));
    check('but not every one on the way', questions.length - before <= 3, questions.length - before);
    await own.page.unroute('**/v1/route*', count);
    own.page.off('requestfinished', ended);
    is('and one at a time', 1, most);
    await slide(own, 'motorways', 0);
    const began = Date.now();
    await slide(own, 'tolls', 100);
    check('the route follows', await takes(own, 'middle'));
    console.log(`# a route ${Date.now() - began} ms after a slider moved`);
    await slide(own, 'tolls', 0);
    await takes(own, 'north');
}

async function sizes(own, questions) {
    await own.page.fill('[data-key="height"]', '3.8');
    check('who is too high for a bridge goes another way', await takes(own, 'middle'));
    await own.page.fill('[data-key="height"]', '3.2');
    check('who is not goes below it', await takes(own, 'north'));
    await own.page.fill('[data-key="height"]', '3.8');
    await own.page.fill('[data-key="axle_load"]', '-1');
    check('what cannot be is marked', (await own.page.locator('.sizes :invalid').count()) === 1);
    await own.page.fill('[data-key="axle_load"]', '');
    await own.page.check('[data-key="hazmat"]');
    check('what it carries counts, too', await own.until(async () => JSON.stringify(questions.at(-1).body?.model) === '{"vehicle":{"height":3.8,"hazmat":true}}'), questions.at(-1));
    await own.page.uncheck('[data-key="hazmat"]');
}

// Around the middle of a road.
async function corners(own, lat) {
    const [west, east, north, south] = [8.008, 8.012, lat + 0.001, lat - 0.001];

    return Promise.all([[west, north], [east, north], [east, south], [west, south]].map((place) => own.project(place)));
}

async function draws(own, which, end) {
    const places = await corners(own, which);

    await own.page.click('[data-key="area"]');
    for (const place of places) await own.clickAt(place);
    await end(places);
}

async function areas(own) {
    const count = () => own.count('[aria-label="Closed areas"] li');
    const places = await own.points();

    await draws(own, MIDDLE, () => own.page.keyboard.press('Escape'));
    is('Escape gives an area up', 0, await count());
    await draws(own, MIDDLE, ([first]) => own.clickAt(first));
    check('its first corner closes it', await own.until(async () => (await count()) === 1));
    check('and no road leads through it', await takes(own, 'south'));
    check('it is drawn', await own.until(async () => (await own.drawn('areas')) > 0));
    await own.settle();
    await picture(own.page, 'preferences');
    await draws(own, SOUTH, () => own.page.keyboard.press('Enter'));
    check('Enter closes another', await own.until(async () => (await count()) === 2));
    check('now there is no way', await own.until(async () => /roads near .* are closed/.test(await own.text('.error'))));
    is('none of its corners is a place', places, await own.points());
    await own.page.click('[data-key="remove-area0"]');
    check('one can be removed', await takes(own, 'middle'));
    await draws(own, MIDDLE, ([, , , last]) => own.page.mouse.dblclick(last.x, last.y + 30));
    check('a double click closes one', await own.until(async () => (await count()) === 2));
    await own.page.click('[data-key="remove-area1"]');
}

async function reloads(own) {
    await takes(own, 'middle');
    await slide(own, 'hills', 40);
    await slide(own, 'shorter', 70);
    await own.until(async () => /shorter=70/.test(await own.hash()));
    const hash = await own.hash();
    const words = await own.text('.set');

    is('all is told in a line', '3.8 m high, fewer hills, shorter, 1 area closed', words);
    await own.page.reload();
    await own.ready();
    check('a link takes the same way', await takes(own, 'middle'));
    is('with the same preferences', [hash, words], [await own.hash(), await own.text('.set')]);
    await unfold(own);
    const value = (key) => own.page.inputValue(`[data-key="${key}"]`);
    is('in every field', ['3.8', '40', '70'], [await value('height'), await value('hills'), await value('shorter')]);
    check('and its area on the map', await own.until(async () => (await own.drawn('areas')) > 0));
}

async function elsewhere(own, questions) {
    await own.page.click('[data-key="tab-table"]');
    await own.until(() => own.count('.matrix td button'));
    is('tables are under it, too', 3.8, questions.findLast(({ url }) => /table/.test(url)).body.model.vehicle.height);
    await own.page.click('[data-key="tab-isochrone"]');
    await own.until(() => own.count('.legend'));
    is('and isochrones', 3.8, questions.findLast(({ url }) => /isochrone/.test(url)).body.model.vehicle.height);
    await own.page.click('[data-key="tab-route"]');
    await takes(own, 'middle');
}

async function named(own, questions) {
    check('models can be chosen', await own.until(async () => (await own.count('[data-key="model"] option')) > 3));
    is('none is', ['', 'None: as set below'], [await own.page.inputValue('[data-key="model"]'), await own.page.locator('[data-key="model"] option').first().textContent()]);
    await own.page.selectOption('[data-key="model"]', 'truck');
    check('one that is goes by its name', await own.until(() => /model=truck/.test(questions.at(-1).url)));
    check('what else is set stands still', await own.page.locator('[data-key="tolls"]').isDisabled());
    matches('and it says so', /truck is all that counts/, await own.text('#preferences .remark'));
    is('its area is not on the map', true, await own.until(async () => (await own.drawn('areas')) === 0));
    await own.page.selectOption('[data-key="model"]', '');
    check('without it all is as it was', await takes(own, 'middle'));
}

async function resets(own, questions) {
    await own.page.click('[data-key="reset"]');
    check('it can be reset', await takes(own, 'north'));
    check('in the link, too', !/height|hills|shorter|areas/.test(await own.hash()), await own.hash());
    is('in every field', ['', '0'], [await own.page.inputValue('[data-key="height"]'), await own.page.inputValue('[data-key="hills"]')]);
    is('and on the map', true, await own.until(async () => (await own.drawn('areas')) === 0));
    check('questions are addresses again', await own.until(() => questions.at(-1).method === 'GET'));
}

async function refusals(own) {
    await own.follow(`${HASH}&model=no-such`);
    check('a model that is not there is told of', await own.until(async () => /no-such/.test(await own.text('.error'))));
    await own.follow(`${HASH}&areas=8,49;8.01,49.01;8.01,49;8,49.01`);
    check('so is an area that crosses itself', await own.until(async () => /cross/.test(await own.text('.error'))));
    await own.follow(`${HASH}&height=x&tolls=-3&areas=1,2;3,4&shorter=1e9`);
    check('what a link says wrongly is left out', await own.until(async () => (await own.text('.set')) === 'shorter'), await own.text('.set'));
    await own.follow(HASH);
}

async function keyboard(own) {
    await own.page.focus('[data-key="area"]');
    await own.page.keyboard.press('Enter');
    for (let i = 0; i < 3; i++) {
        const centre = await own.page.evaluate(() => window.relaxdPage.view.map.getCenter().toArray());
        await own.page.keyboard.press(' ');
        await own.page.keyboard.press(i % 2 ? 'ArrowUp' : 'ArrowRight');
        await own.until(() => own.page.evaluate((was) => String(window.relaxdPage.view.map.getCenter().toArray()) !== String(was) && !window.relaxdPage.view.map.isMoving(), centre));
    }
    await own.page.keyboard.press('Enter');
    check('an area can be drawn by keys alone', await own.until(async () => (await own.count('[aria-label="Closed areas"] li')) === 1));
    is('and the focus is where it was', 'area', await own.page.evaluate(() => document.activeElement.dataset.key));
    await own.page.click('[data-key="reset"]');
}

const COVERED = 'tolls=100&hills=30&shorter=70&height=3.8&weight=18&areas=8.008,49.001;8.012,49.001;8.012,48.999';

async function onPhone(browser, address) {
    const phone = await ThePage.open(browser, `${address}/${HASH}&${COVERED}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    await phone.until(() => phone.text('.headline'));
    check('beside an answer it is folded away', !(await phone.page.locator('#preferences').isVisible()));
    await phone.page.click('[data-key="choices"]');
    await unfold(phone);
    check('unfolded it is in view', await phone.until(async () => (await phone.page.locator('[data-key="preferences"]').boundingBox()).y < 560));
    await phone.settle();
    await picture(phone.page, 'preferences-phone');
    const scrolled = () => phone.page.evaluate(() => document.getElementById('body').scrollTop);
    await phone.page.locator('[data-key="shorter"]').scrollIntoViewIfNeeded();
    await picture(phone.page, 'preferences-phone-sliders');
    const before = await scrolled();
    await slide(phone, 'shorter', 120);
    await phone.until(async () => /shorter=120/.test(await phone.hash()));
    await phone.settle();
    is('while a slider moves it stays where it is', [true, before], [await phone.page.locator('[data-key="shorter"]').isVisible(), await scrolled()]);
    is('nothing is wider than the screen', 390, await phone.page.evaluate(() => document.documentElement.scrollWidth));
}

async function dark(browser, address) {
    const own = await ThePage.open(browser, `${address}/${HASH}&${COVERED}`, { colorScheme: 'dark' });

    await own.until(() => own.text('.headline'));
    await unfold(own);
    await own.until(() => own.count('[data-key="model"] option'));
    await own.settle();
    await picture(own.page, 'preferences-dark');
}

await run(async () => {
    const { address } = await startDaemon('--map', town());
    const browser = await startBrowser();
    const own = await ThePage.open(browser, 'about:blank', {}, () => undefined);
    const questions = asked(own);

    await own.page.goto(`${address}/${HASH}`);
    await own.ready();
    await slides(own, questions);
    await follows(own, questions);
    await sizes(own, questions);
    await areas(own);
    await reloads(own);
    await elsewhere(own, questions);
    await named(own, questions);
    await resets(own, questions);
    is('nothing is wrong on the page', [], own.complaints.filter((words) => !/40[04]/.test(words)));
    await refusals(own);
    await keyboard(own);
    await onPhone(browser, address);
    await dark(browser, address);
    await browser.close();
}, true);
