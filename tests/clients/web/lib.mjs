// lib: a daemon and a browser to test with, and checks that are counted.
//
// Meson gives RELAXD, RELAXCTL, RELAXLAB, MAKE_MAP, CHROMIUM and PICTURES, the folder for
// screenshots. Nothing waits for a fixed time: what must happen is looked for
// until it has, or until patience ends.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

export const { RELAXD, RELAXCTL, RELAXLAB, MAKE_MAP, CHROMIUM, PICTURES } = process.env;
export const scratch = mkdtempSync(join(tmpdir(), 'relaxd-page-'));

const daemons = [];
let failed = 0;

export function check(words, good, ...more) {
    console.log(`${good ? 'ok' : 'not ok'} - ${words}`);
    if (good) return;
    failed = 1;
    for (const each of more) console.log(`    ${typeof each === 'string' ? each : JSON.stringify(each)}`);
}

export const is = (words, expected, got) =>
    check(words, JSON.stringify(expected) === JSON.stringify(got), { expected }, { got });

export const matches = (words, pattern, got) => check(words, pattern.test(got), { expected: String(pattern) }, { got });

// Until `look` gives something, which is returned; null when patience ends.
export async function eventually(look) {
    const end = Date.now() + PATIENCE_MS;

    for (;;) {
        const seen = await look();
        if (seen) return seen;
        if (Date.now() > end) return null;
        await pause(20);
    }
}

export const startDaemon = (...options) => startDaemonAt('127.0.0.1:0', ...options);

export async function startDaemonAt(listen, ...options) {
    const daemon = spawn(RELAXD, ['--listen', listen, '--device', 'cpu', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';

    daemons.push(daemon);
    daemon.stderr.on('data', (text) => (log += text));
    const found = await eventually(() => /listening on (\S+)/.exec(log) ?? (daemon.exitCode !== null && ['', '']));
    if (!found?.[1]) throw new Error(`relaxd did not start: ${log}`);
    return { daemon, address: `http://${found[1]}` };
}

export function generatedMap(nodes) {
    const data = join(scratch, 'country.osm.pbf');
    const map = join(scratch, 'country.rlx');

    execFileSync(RELAXLAB, ['generate', '--nodes', String(nodes), '--osm', data, '--no-report'], { stdio: 'ignore' });
    execFileSync(RELAXCTL, ['import', data, '--profile', 'car,foot', '-o', map], { stdio: 'ignore' });
    return map;
}

export function gridMap() {
    const map = join(scratch, 'grid.rlx');

    execFileSync(MAKE_MAP, [map, '20', '20'], { stdio: 'ignore' });
    return map;
}

export async function startBrowser() {
    const require = createRequire(new URL('../../../clients/web/package.json', import.meta.url));
    const { chromium } = require('playwright-core');

    // WebGL without a card. The sandbox wants rights that containers have not.
    return chromium.launch({
        executablePath: CHROMIUM,
        args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
}

export const picture = (page, name) => page.screenshot({ path: join(PICTURES, `${name}.png`) });

// Runs `body`, ends what it started, and exits as the checks say.
export async function run(body, needsBrowser = false) {
    if (needsBrowser && !CHROMIUM) {
        console.log('skipped: there is no chromium; apt-get install chromium');
        process.exit(77);
    }
    try {
        await body();
    } catch (error) {
        check('nothing is thrown', false, String(error.stack));
    }
    for (const daemon of daemons) daemon.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
    process.exit(failed);
}
