// plain: clients that know little of HTTP, or look closely at it.
import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { ask, check, country, is, matches, places, town } from './lib.mjs';

const all = places([country.start, country.end, ...country.others]);

// As VROOM does: reads until the server closes, takes what is within braces.
function vroom(address, path) {
    const { hostname, port } = new URL(address);

    return new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        let text = '';

        socket.setEncoding('utf8');
        socket.on('data', (part) => (text += part));
        socket.on('error', reject);
        socket.on('close', () => resolve([text.slice(0, text.indexOf('{')), text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]));
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
    });
}

async function optimizer(address) {
    const path = `/table/v1/${country.profile}/${all}?annotations=duration,distance&radiuses=${Array(4).fill('35000').join(';')}`;
    const [head, body] = await vroom(address, path);
    const { code, durations, distances } = JSON.parse(body);

    is('VROOM: a table between the first brace and the last', ['Ok', 4, 4], [code, durations.length, distances[3].length]);
    check('in no chunks, not packed', !/transfer-encoding|content-encoding/i.test(head), head);
    matches('on a connection that ends', /^connection: close\r$/im, head);
    const lost = JSON.parse((await vroom(address, `/table/v1/${town.profile}/${places([town.start, town.sea])}?radiuses=10;10`))[1]);
    is('which place is no good it reads from the message', ['NoSegment', 'Could not find a matching segment for coordinate 1'], [lost.code, lost.message]);
    const route = JSON.parse((await vroom(address, `/route/v1/${town.profile}/${places([town.start, town.end])}?alternatives=false&steps=false&overview=full&continue_straight=false`))[1]);
    is('so does a route', 'Ok', route.code);
}

const curl = async (...given) => (await promisify(execFile)('curl', ['-s', '--max-time', '30', ...given], { encoding: 'buffer' })).stdout;

async function compressed(address) {
    const path = `/route/v1/${country.profile}/${places([country.start, country.end])}?steps=true&overview=full`;
    const plain = await curl(address + path);
    const wire = await curl('-H', 'Accept-Encoding: gzip', address + path);

    is('curl: --compressed gives what there is without', String(plain), String(await curl('--compressed', address + path)));
    check('in fewer bytes', wire.length * 2 < plain.length, wire.length, plain.length);
    is('that are gzip', String(plain), String(gunzipSync(wire)));
}

// What a browser wants to hear before it posts JSON to another origin.
async function preflight(address) {
    const asked = { Origin: 'http://page.test', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
    const response = await fetch(`${address}/table/v1/${town.profile}`, { method: 'OPTIONS', headers: asked });

    is('a preflight has no content', [204, ''], [response.status, await response.text()]);
    is('and lets any origin in', '*', response.headers.get('access-control-allow-origin'));
    matches('with POST', /\bPOST\b/, response.headers.get('access-control-allow-methods'));
    matches('of JSON', /content-type/i, response.headers.get('access-control-allow-headers'));
    const refused = await fetch(`${address}/route/v1/${town.profile}/1,2;x`);
    is('what is refused can be read, too', [400, '*'], [refused.status, refused.headers.get('access-control-allow-origin')]);
    const { code } = await ask(address, `/nearest/v1/${town.profile}/8,49.json`);
    is('".json" changes nothing', 'Ok', code);
}

export async function plain(address) {
    await optimizer(address);
    await compressed(address);
    await preflight(address);
}
