// test_picture: the picture of the page that README.md shows, as the page is now. To refresh
// it: cp PICTURES/readme.png docs/page.png.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check, is, picture, PICTURES, RELAXLAB, run, scratch, startBrowser, startDaemon } from './lib.mjs';
import { ThePage } from './page.mjs';

const BYTES_MAX = 300_000;
const kept = join(process.env.SOURCE_ROOT, 'docs/page.png');

// Quickstart's country, smaller; the route that README.md asks for.
function country() {
    const data = join(scratch, 'country.osm.pbf');

    execFileSync(RELAXLAB, ['generate', '--nodes', '60000', '--seed', '1', '--osm', data, '--no-report'], { stdio: 'ignore' });
    return data;
}

// Width and height, from the header.
const sizeOf = (png) => [readFileSync(png).readUInt32BE(16), readFileSync(png).readUInt32BE(20)];

await run(async () => {
    const { address } = await startDaemon('--map', country(), '--profiles', 'car,bicycle,foot', '--import-cache-directory', scratch);
    const browser = await startBrowser();
    const own = await ThePage.open(browser, `${address}/#at=-0.02,0.006;0.021,-0.005`, { viewport: { width: 1120, height: 640 } });

    check('it shows a route', await own.until(() => own.text('.headline')));
    check('with its steps', await own.until(async () => (await own.count('.steps li')) > 1));
    check('in words that one would say', await own.until(async () => /Go straight onto/.test(await own.text('.steps'))));
    check('and none that nobody would', !/on onto/.test(await own.text('.steps')));
    // Once more: the first time is the browser's and the disk's.
    await own.page.evaluate(() => window.relaxdPage.again());
    await own.settle();
    check('on a drawn map', await own.until(async () => (await own.drawn('route')) > 0));
    await picture(own.page, 'readme');
    const made = join(PICTURES, 'readme.png');
    is('README.md has one of that size', sizeOf(made), sizeOf(kept));
    check('small enough to be kept', statSync(kept).size < BYTES_MAX && statSync(made).size < BYTES_MAX);
    await browser.close();
}, true);
