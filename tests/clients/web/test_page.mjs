// test_page: what people do with the page, in a browser without a window.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, eventually, generatedMap, gridMap, is, matches, picture, run, scratch, startBrowser, startDaemon, startDaemonAt } from './lib.mjs';
import { ThePage } from './page.mjs';

const A = { x: 560, y: 520 };
const B = { x: 960, y: 260 };
const TOKEN = '0123456789abcdef0123';

async function loads(browser, address) {
    const own = await ThePage.open(browser, `${address}/`);

    await own.settle();
    const foreign = own.requests.filter((url) => !url.startsWith(address) && !/^(data|blob):/.test(url));
    is('the page asks no other host', [], foreign);
    is('and nothing is wrong on it', [], own.complaints);
    matches('it says what to do', /Click on the map/, await own.text('#notice'));
    check('main roads show their numbers from afar', await own.until(async () => (await own.drawn('refs')) > 0));
    is('nobody is said to have surveyed it', 'Made up by relaxlab generate', await own.text('.maplibregl-ctrl-attrib-inner'));
    is('the documents are a click away', '/docs', await own.page.locator('header a').getAttribute('href'));
    is('a solver may be chosen', true, (await own.count('#figures option')) > 3);
    await picture(own.page, 'desktop-empty');
    return own;
}

// In the page: a step whose words need several lines, for a moment.
function wraps() {
    const step = document.querySelector('.steps li').cloneNode(true);
    const act = step.querySelector('.act');

    document.querySelector('.steps').append(step);
    act.textContent = 'Turn left onto Lower Bridge Street '.repeat(3);
    const clear = act.scrollWidth <= act.clientWidth;
    step.remove();
    return clear;
}

async function routes(own) {
    await own.clickAt(A);
    matches('after one click it wants the other', /where it ends/, await own.text('#notice'));
    const began = Date.now();
    await own.page.mouse.click(B.x, B.y);
    const headline = await own.until(() => own.text('.headline'));
    console.log(`# a route ${Date.now() - began} ms after the click`);
    matches('two clicks make a route: time and distance', /^\d+ (s|min).*(k?m)$/, headline ?? '');
    check('its line is drawn', await own.until(async () => (await own.drawn('route')) > 0));
    check('from the one to the other', (await own.line()).length > 2);
    matches('it says who answered, and how quickly', /\w+ on cpu in [\d.]+ (µs|ms)/, await own.text('#figures'));
    is('both places are in the link', 2, (await own.points()).length);
    check('what to do on the way is listed', (await own.until(() => own.count('.steps li'))) > 1);
    check('a long one keeps clear of its distance', await own.page.evaluate(wraps));
    await own.page.waitForTimeout(400);
    await own.settle();
    await picture(own.page, 'desktop-route');
}

async function stops(own) {
    const before = await own.line();
    const [first] = await own.points();

    await own.drag(await own.markerCentre(0), { x: A.x - 60, y: A.y + 60 });
    check('an end can be dragged', await own.until(async () => (await own.points())[0] !== first));
    check('and the route follows', await own.until(async () => String(await own.line()) !== String(before)));

    await own.settle();
    const line = await own.line();
    await own.clickAt(await own.project(line[Math.floor(line.length / 2)]));
    check('a click on the line adds a stop', await own.until(async () => (await own.points()).length === 3));
    is('between the ends', 3, await own.count('.stop'));
    const via = (await own.points())[1];
    const dragged = await own.line();
    await own.settle();
    const place = await own.project(dragged[Math.floor(dragged.length / 4)]);
    await own.drag(place, { x: place.x + 30, y: place.y - 50 });
    check('so does taking hold of it', await own.until(async () => (await own.points()).length === 4));
    await picture(own.page, 'desktop-stops');

    await own.page.click('[data-key="remove1"]');
    check('a stop can be removed', await own.until(async () => (await own.points()).length === 3));
    await own.page.locator('.stop').nth(1).press('Delete');
    check('by the keyboard, too', await own.until(async () => (await own.points()).length === 2));
    check('the ends stay', !(await own.points()).includes(via));

    const places = await own.points();
    await own.page.click('[data-key="reverse"]');
    check('the way can be turned round', await own.until(async () => String(await own.points()) === String([...places].reverse())));
    await own.page.click('[data-key="add"]');
    await own.clickAt({ x: 700, y: 250 });
    check('a place can be added at the end', await own.until(async () => (await own.points()).length === 3));
}

async function choices(own) {
    await own.until(() => own.text('.headline'));
    const driven = await own.text('.headline strong');
    await own.page.click('[data-key="Profile:foot"]');
    check('on foot it takes another time', await own.until(async () => ![driven, ''].includes(await own.text('.headline strong'))));
    matches('which the link says', /by=foot/, await own.hash());
    await own.page.selectOption('[data-key="solver"]', 'dijkstra');
    check('the solver that is chosen answers', await own.until(async () => /^dijkstra on cpu/.test(await own.text('#figures'))));
    await own.page.selectOption('[data-key="solver"]', 'harish');
    matches('where another had to, it says so', /GPU|CUDA|CPU/i, (await own.until(() => own.text('#figures .note'))) ?? '');
    await own.page.selectOption('[data-key="solver"]', 'auto');
}

async function keyboard(own) {
    await own.page.evaluate(() => window.relaxdPage.clear());
    await own.page.focus('.maplibregl-canvas');
    await own.page.keyboard.press('Enter');
    check('Enter sets a place in the middle of the map', await own.until(async () => (await own.points()).length === 1));
    for (let i = 0; i < 2; i++) {
        const { lon } = await own.page.evaluate(() => window.relaxdPage.view.view());
        await own.page.keyboard.press('ArrowRight');
        await own.until(() => own.page.evaluate((was) => window.relaxdPage.view.view().lon > was && !window.relaxdPage.view.map.isMoving(), lon));
    }
    await own.page.keyboard.press('Enter');
    check('arrows move it, and a route is there without a mouse', await own.until(() => own.text('.headline')));
    const [, end] = await own.points();
    await own.page.locator('.stop').nth(1).press('ArrowUp');
    check('arrows move a place that has the focus', await own.until(async () => (await own.points())[1] !== end));
    const places = await own.points();
    await own.page.keyboard.press('r');
    check('r turns the way round', await own.until(async () => (await own.points())[0] === places[1]));
    await own.page.keyboard.press('Escape');
    check('Escape takes the last place back', await own.until(async () => (await own.points()).length === 1));
    await own.page.keyboard.press('Tab');
    check('Tab goes on to what can be done', await own.page.evaluate(() => document.activeElement !== document.body));
}

async function looks(own) {
    const land = () => own.page.evaluate(() => window.relaxdPage.view.map.getPaintProperty('land', 'background-color'));
    const theme = () => own.page.evaluate(() => document.documentElement.dataset.theme);

    const light = await land();
    await own.page.emulateMedia({ colorScheme: 'dark' });
    is('it is dark where the system is', 'dark', await own.until(async () => (await theme()) === 'dark' && theme()));
    check('the map, too', await own.until(async () => (await land()) !== light));
    await own.settle();
    await picture(own.page, 'desktop-dark');
    await own.page.click('#theme');
    check('a switch makes it light', await own.until(async () => (await land()) === light));
    check('and the route is still there', await own.until(async () => (await own.drawn('route')) > 0));

    const headline = await own.until(async () => /^cch/.test(await own.text('#figures')) && own.text('.headline'));
    await own.page.reload();
    await own.ready();
    is('a link shows the same again', headline, await own.until(() => own.text('.headline')));
    is('and light is remembered', 'light', await theme());
}

async function folds(phone) {
    const seen = (selector) => phone.page.locator(selector).first().isVisible();
    const bottom = async (selector) => {
        const box = await phone.page.locator(selector).first().boundingBox();
        return box.y + box.height;
    };

    is('beside a result what one chose is folded', [false, false, true], [await seen('#who'), await seen('#points'), await seen('#summary')]);
    const footer = await phone.page.locator('#figures').boundingBox();
    check('so the figure and the first steps are seen whole', (await bottom('.headline')) < footer.y && (await bottom('.steps li')) < footer.y);
    const panel = await phone.page.locator('#panel').boundingBox();
    check('and half of the map', panel.y >= 844 / 2, panel);
    await phone.page.locator('#body').evaluate((body) => (body.scrollTop = 60));
    await phone.page.click('[data-key="choices"]');
    is('a touch unfolds it', [true, true], [await seen('#who'), await seen('#points')]);
    await phone.page.click('[data-key="Profile:foot"]');
    check('a choice folds it, and its result is in view', await phone.until(async () =>
        !(await seen('#who')) && (await phone.page.evaluate(() => document.getElementById('body').scrollTop)) === 0));
    await phone.page.click('[data-key="choices"]');
    await phone.page.click('[data-key="Profile:car"]');
    await phone.until(async () => !(await seen('#who')));
}

async function fingers(phone) {
    await phone.settle();
    const line = await phone.line();
    const middle = await phone.project(line[Math.floor(line.length / 2)]);
    const centre = () => phone.page.evaluate(() => window.relaxdPage.view.map.getCenter().toArray());
    const looked = await centre();
    await phone.swipe({ x: middle.x + 5, y: middle.y }, { x: middle.x + 45, y: middle.y - 40 });
    check('a finger takes hold of the line', await phone.until(async () => (await phone.points()).length === 3));
    is('and the map stays', looked, await centre());
    const [first] = await phone.points();
    const held = await phone.markerCentre(0);
    await phone.swipe(held, { x: held.x + 30, y: held.y + 40 });
    check('and of an end', await phone.until(async () => (await phone.points())[0] !== first));
    is('no more places than that', 3, (await phone.points()).length);
    await phone.settle();
    await phone.swipe({ x: 60, y: 60 }, { x: 110, y: 90 });
    check('beside them it moves the map', await phone.until(async () => String(await centre()) !== String(looked)));
}

async function onPhone(browser, address, hash) {
    const phone = await ThePage.open(browser, `${address}/${hash}`, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.until(() => phone.text('.headline'));
    await phone.settle();
    await picture(phone.page, 'phone');
    const box = await phone.page.locator('#panel').boundingBox();
    is('on a phone the panel lies below, as wide as the screen', [0, 390, 844], [box.x, box.width, Math.round(box.y + box.height)]);
    is('nothing is wider than the screen', 390, await phone.page.evaluate(() => document.documentElement.scrollWidth));
    await folds(phone);
    await fingers(phone);
    const before = await phone.points();
    await phone.page.click('#fold');
    const folded = await phone.page.locator('#panel').boundingBox();
    check('it can be folded away', folded.height < 90, folded);
    await phone.page.touchscreen.tap(195, 200);
    check('a tap sets the end anew', await phone.until(async () => String(await phone.points()) !== String(before)));
    is('all without a complaint', [], phone.complaints);
}

async function open(own, mode, seen) {
    await own.page.click(`[data-key="tab-${mode}"]`);
    check(`${mode} is answered`, await own.until(() => own.count(seen)), await own.text('#notice'));
    matches(`${mode} is in the link`, new RegExp(`mode=${mode}`), await own.hash());
}

async function isochrone(own) {
    await open(own, 'isochrone', '.legend');
    check('it is drawn', await own.until(async () => (await own.drawn('isochrone-fill')) > 0));
    await own.settle();
    await picture(own.page, 'desktop-isochrone');
}

async function table(own) {
    await open(own, 'table', '.matrix td button');
    const places = (await own.points()).length;
    is('it has ways from all places to all others', places * (places - 1), await own.count('.matrix td button'));
    matches('by time', /\d (s|min)$/, await own.text('.matrix td button'));
    await own.page.click('[data-key="Measure:distance"]');
    check('or by distance', await own.until(async () => /\d k?m$/.test(await own.text('.matrix td button'))));
    await own.page.click('[data-key="cell0-1"]');
    check('the way behind a cell is drawn', await own.until(async () => (await own.line()).length > 1));
    await own.settle();
    await picture(own.page, 'desktop-table');
}

// What time the film shows; Infinity, as JSON has none, is null.
const time = (own) => own.page.evaluate(() => window.relaxdPage.view.solverLayer.now);
const playing = async (own) => (await own.page.getAttribute('[data-key="play"]', 'aria-label')) === 'Pause';

async function solverView(own) {
    await open(own, 'solver-view', '.stage');
    check('it begins to play', await own.until(() => playing(own)));
    check('all solvers that show are compared', await own.until(async () => (await own.page.locator('.solvers .far').allTextContents()).filter(Boolean).length >= 3));
    await own.page.click('[data-key="play"]');
    check('it can be stopped', !(await playing(own)));
    const stopped = await time(own);
    await own.page.fill('[data-key="time"]', '1');
    check('and be moved', Math.abs((await time(own)) - 1) < 0.01 && stopped > 0, stopped);
    const early = Number((await own.text('.reached strong')).replace(/\D/g, ''));
    await own.page.click('[data-key="Speed:4"]');
    await own.page.click('[data-key="watch-bidirectional"]');
    check('another solver is watched', await own.until(async () => /^bidirectional on cpu/.test(await own.text('#figures'))));
    check('which searches from both ends', await own.until(async () => /backward from B/.test(await own.text('#answer'))));
    matches('it is in the link', /see=bidirectional/, await own.hash());
    const end = await own.until(async () => !(await playing(own)) && (await own.text('.reached')));
    const [reached, all] = /^(.*) of (.*) vertices$/.exec(end).slice(1);
    check('in the end all is reached', reached === all && Number(all.replace(/\D/g, '')) > early, end);
    check('and the way stands there', await own.until(async () => (await own.line()).length > 1));
    await own.page.fill('[data-key="time"]', '6');
    await own.page.waitForTimeout(50);
    await picture(own.page, 'desktop-solver-view');
    await own.page.locator('[data-key="time"]').blur();
    await own.page.keyboard.press(' ');
    check('the space bar plays', await own.until(() => playing(own)));
    await own.page.click('[data-key="tab-route"]');
    check('the way back leads to the route', await own.until(() => own.text('.headline')));
}

const rowCount = async (address) => {
    const { collections } = await (await fetch(`${address}/v1/scenarios`)).json();
    return collections.find(({ profile, kind }) => profile === 'car' && kind === 'segments')?.rows ?? 0;
};

// The middle of the route, by its own line.
const amid = async (own) => {
    const line = await own.line();
    return own.project(line[Math.floor(line.length / 2)]);
};

async function closesARoad(own, address) {
    const before = String(await own.line());

    await own.clickAt(await amid(own));
    check('a click picks a road, also below a route', await own.until(() => own.count('.picked .acts')));
    is('and sets no place', 2, (await own.points()).length);
    await own.page.click('[data-key="close"]');
    check('without a token nothing changes', await own.until(() => own.count('[data-key="token"]')));
    await own.page.fill('[data-key="token"]', 'not the right one');
    await own.page.click('[data-key="send-token"]');
    check('nor with a wrong one', await own.until(async () => (await own.count('.error')) && !(await rowCount(address))));
    await own.page.fill('[data-key="token"]', TOKEN);
    await own.page.click('[data-key="send-token"]');
    check('with the right one the road is closed', await own.until(() => rowCount(address)));
    check('and the route goes around', await own.until(async () => String(await own.line()) !== before));
    check('the closed road is drawn', await own.until(async () => (await own.drawn('live-closed')) > 0));
    is('and listed', 'closed', await own.text('.rows b'));
    await own.settle();
    await picture(own.page, 'desktop-live');
    is('no storage knows the token', false, await own.page.evaluate((token) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(token), TOKEN));
    await own.page.click('[data-key="take0"]');
    check('it can be taken back', await own.until(async () => (await rowCount(address)) === 0));
    check('and the route is as it was', await own.until(async () => String(await own.line()) === before));
}

async function slowsABox(own, address) {
    const figure = await own.text('.headline strong');
    const middle = await amid(own);

    await own.page.click('[data-key="box"]');
    await own.drag({ x: middle.x - 150, y: middle.y - 150 }, { x: middle.x + 150, y: middle.y + 150 });
    check('a box picks what is in it', await own.until(async () => /A box of \d+ segments/.test(await own.text('.picked b'))));
    await own.page.click('[data-key="Ends:600"]');
    await own.page.click('[data-key="slow25"]');
    check('roads in it are slowed', await own.until(() => rowCount(address)));
    check('and the route takes longer', await own.until(async () => (await own.text('.headline strong')) !== figure));
    const [row] = await (await fetch(`${address}/v1/weights/car/segments`)).json();
    check('until its time ends', Date.parse(row.ends) - Date.now() > 500_000, row);
    await own.page.click('[data-key="tab-isochrone"]');
    await own.until(() => own.count('.legend[aria-label="Rings"]'));
    await own.settle();
    await picture(own.page, 'desktop-live-isochrone');
    own.page.once('dialog', (dialog) => dialog.accept());
    await own.page.click('[data-key="take-all"]');
    check('all can be taken back at once', await own.until(async () => (await rowCount(address)) === 0));
}

async function followsOthers(own, address) {
    await own.page.click('[data-key="tab-route"]');
    const figure = await own.until(() => own.text('.headline strong'));
    const answer = await fetch(`${address}/v1/weights/car/segments`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'text/csv' },
        body: (await (await fetch(`${address}/v1/weights/car/segments?in_force=true&format=csv`)).text()).replace(/,[\d.]+$/gm, ',10'),
    });
    is('another changes weights', 200, answer.status);
    check('and the page follows', await own.until(async () => (await own.text('.headline strong')) !== figure));
}

async function living(browser, map) {
    const file = join(scratch, 'token');
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    const { address } = await startDaemon('--map', map, '--weights-token-file', file, '--daemon-state-directory', join(scratch, 'state'));
    const own = await ThePage.open(browser, `${address}/#map=13.5/0/0&at=-0.01,-0.006;0.012,0.008`);

    await own.until(() => own.text('.headline'));
    await own.settle();
    await own.page.click('#live-switch');
    check('a switch draws roads by how quick they are', await own.until(async () => (await own.drawn('live')) > 0));
    matches('it is in the link', /live=1/, await own.hash());
    await own.settle();
    await closesARoad(own, address);
    await slowsABox(own, address);
    await followsOthers(own, address);
    await own.page.keyboard.press('Escape');
    check('Escape leaves it', await own.until(async () => !(await own.drawn('live'))));
    is('what was refused is all that complained', [], own.complaints.filter((words) => !/401/.test(words)));
}

async function bareMaps(own) {
    await own.follow('#on=grid&mode=search');
    matches('a former name of a mode still leads to it', /mode=solver-view/, await own.hash());
    await own.follow('#on=grid');
    matches('a map without roads says so', /no roads/, await own.text('.remark'));
    check('its vertices are shown', await own.until(async () => (await own.drawn('vertices')) > 0));
    is('what wants roads is not offered', ['Route', 'Solver view'], await own.page.locator('#tabs button').allTextContents());
    await own.clickAt(A);
    await own.clickAt(B);
    matches('ways are found between them', /\d/, (await own.until(() => own.text('.headline strong'))) ?? '');
    await own.page.click('[data-key="tab-solver-view"]');
    check('and may be watched', await own.until(() => own.count('.stage')));
    await own.settle();
    await picture(own.page, 'desktop-bare');
}

async function wrongLinks(browser, address, own) {
    await own.follow('#on=atlantis');
    matches('a map that is not served is said to be unknown', /no map 'atlantis'.*'country'/, await own.text('#who .error'));
    await own.follow('#by=horse');
    matches('so is a profile', /no profile 'horse'.*'car'/, await own.text('#who .error'));
    await own.follow('#on=grid&by=car');
    matches('also one of another map', /'grid' has no profile 'car'/, await own.text('#who .error'));
    await own.follow('#on=country&by=foot');
    is('what is served is not', 0, await own.count('#who .error'));

    const phone = await ThePage.open(browser, `${address}/#on=atlantis&at=0,0;0.01,0.01`, { viewport: { width: 390, height: 844 } });
    await phone.until(() => phone.text('.headline'));
    check('on a phone it stays beside the answer', await phone.page.locator('#who .error').isVisible());
    await picture(phone.page, 'phone-wrong-link');
}

// While the answer for `before` is on its way, places move to `after`.
async function overtake(own, before, after) {
    const update = (points) => own.page.evaluate((to) => window.relaxdPage.update({ points: to }), points);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    let asked = 0;
    const hold = async (route) => {
        asked++;
        if (asked === 1) await held;
        await route.continue();
    };

    await own.page.route('**/v1/route*', hold);
    await update(before);
    await own.until(() => asked === 1);
    await update(after);
    release();
    await own.until(() => asked === 2);
    await own.page.unroute('**/v1/route*', hold);
}

async function overtakes(own) {
    const nowhere = [[60, 60], [61, 61]];
    const somewhere = [[0, 0], [0.01, 0.01]];

    await overtake(own, somewhere, nowhere);
    check('a place that moves before a route comes gets the later answer', await own.until(async () => /no road near/.test(await own.text('.error'))));
    await overtake(own, nowhere, somewhere);
    check('also where the earlier answer is a refusal', await own.until(() => own.text('.headline')));
    is('of which no word stays', 0, await own.count('.error'));
}

async function refusals(own, daemon) {
    await own.page.evaluate(() => window.relaxdPage.update({ points: [[60, 60], [61, 61]] }));
    matches('what cannot be is told in words', /There is no road near one of these places/, (await own.until(() => own.text('.error'))) ?? '');
    daemon.kill('SIGKILL');
    await eventually(() => daemon.signalCode);
    await own.page.evaluate(() => window.relaxdPage.update({ points: [[0, 0], [0.01, 0.01]] }));
    check('so is a server that is gone', await own.until(async () => /relaxd does not answer/.test(await own.text('.error'))));
}

// The page was there before the server, and outlives it.
async function restarts(browser, own, address, hash, maps) {
    await startDaemonAt(new URL(address).host, ...maps);
    check('once it is back the page goes on by itself', await own.until(() => own.text('.headline')));
    is('and says nothing more of it', 0, await own.count('.error'));

    const waiting = await ThePage.open(browser, `${address}/${hash}`, {}, (page) =>
        page.route('**/v1/status', (route) => route.abort('connectionrefused')),
    );
    check('a page without a server says so', await waiting.until(async () => /does not answer.*continues once/.test(await waiting.text('.error'))));
    await waiting.page.unroute('**/v1/status');
    check('and begins once there is one', await waiting.until(() => waiting.text('.headline')));
    check('with its map', await waiting.until(async () => (await waiting.drawn('road-main')) > 0));
}

await run(async () => {
    const country = generatedMap(40_000);
    const maps = ['--map', country, '--map', gridMap()];
    const { daemon, address } = await startDaemon(...maps);
    const browser = await startBrowser();
    const own = await loads(browser, address);

    await routes(own);
    const hash = await own.hash();
    await stops(own);
    await choices(own);
    await looks(own);
    await isochrone(own);
    await table(own);
    await solverView(own);
    await keyboard(own);
    await bareMaps(own);
    await wrongLinks(browser, address, own);
    is('and still nothing was wrong', [], own.complaints);
    await onPhone(browser, address, hash);
    await own.follow(hash);
    await overtakes(own);
    await refusals(own, daemon);
    await restarts(browser, own, address, hash, maps);
    await living(browser, country);
    await browser.close();
}, true);
