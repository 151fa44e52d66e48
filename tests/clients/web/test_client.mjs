// test_client: clients/js against a running relaxd, and its example.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, generatedMap, is, matches, run, scratch, startDaemon } from './lib.mjs';

const folder = `${process.env.SOURCE_ROOT}/clients/js`;
const { Relaxd, RelaxdError } = await import(pathToFileURL(`${folder}/relaxd.js`));

const A = [-0.03, -0.02];
const B = [0.03, 0.02];

const refusal = (promise) => promise.then(() => null, (error) => error);

async function questions(relaxd) {
    const { maps } = await relaxd.status();
    is('status has the maps', ['car', 'foot'], maps.map((map) => map.profile));

    const way = await relaxd.way([A, [0, 0], B], { profile: 'foot', solver: 'dijkstra' });
    is('a way has a leg from stop to stop', 2, way.legs.length);
    is('it is by the solver that was named', 'dijkstra', way.solver);
    const car = await relaxd.way([A, B], { nodes: false });
    check('and by the profile', car.duration < way.duration, car.duration, way.duration);
    is('what is not wanted does not come', undefined, car.nodes);
    const { cost, alternatives } = await relaxd.way([A, B], { alternatives: 3 });
    check('a way may have others, none of them less', alternatives.length > 0 && alternatives.every((way) => way.cost >= cost), cost, alternatives.length);

    const [from, to] = [way.nodes[0], way.nodes[way.nodes.length - 1]];
    const path = await relaxd.path(from, to, { profile: 'foot' });
    is('a path is between ids', [from, to], [path.vertices[0], path.vertices[path.vertices.length - 1]]);

    const reached = await relaxd.isochrone([A], { contours: [60, 120] });
    is('an isochrone tells what its type has', ['beside_roads', 'cell', 'draw_us', 'epoch', 'features', 'from', 'search_us', 'settled', 'type'], Object.keys(reached).sort());
    is('and so do its areas, the largest first', [['area', 'contour', 'metric'], [120, 60]],
        [Object.keys(reached.features[0].properties).sort(), reached.features.map(({ properties }) => properties.contour)]);
    const lines = await relaxd.isochrone([A], { contours: [60], polygons: false });
    is('or lines', 'MultiLineString', lines.features[0].geometry.type);

    const { waypoints } = await relaxd.nearest(A, { profile: 'car', number: 2 });
    is('the nearest places come in their order', true, waypoints.length === 2 && waypoints[0].distance <= waypoints[1].distance);
}

async function weights(relaxd, changing) {
    const [{ nodes }] = (await relaxd.nearest(A, { profile: 'car' })).waypoints;
    const rows = [{ from: nodes[0], to: nodes[1], speed: 5 }];

    is('nobody changes weights unasked', [403, 'forbidden'], await refusal(relaxd.addRows('car/segments', rows)).then(({ status, code }) => [status, code]));
    is('with a token', 1, (await changing.addRows('car/segments', rows, { dry_run: true })).matched);
    const first = await changing.addRows('car/segments', rows, { ttl: 600 }, { key: 'once' });
    is('rows are added', 1, first.matched);
    is('the same key gives the same answer', first.epoch, (await changing.addRows('car/segments', rows, { ttl: 600 }, { key: 'once' })).epoch);
    const [read] = await changing.rows('car/segments');
    is('and read', [nodes[0], 5, 'string'], [read.from, read.speed, typeof read.ends]);
    check('what is in force, too', (await changing.rows('car/segments', { in_force: true })).length > 1000);
    is('or replaced', 1, (await changing.replaceRows('car/segments', rows)).matched);
    is('or taken back', 1, (await changing.removeRows('car/segments', rows)).matched);
    await changing.removeRows('car/segments', 'all');
    await changing.addRows('car/segments', rows, { scenario: 'works' });
    is('scenarios are listed', ['works'], (await changing.scenarios()).scenarios.map(({ name }) => name));
    await changing.publish('works');
    is('and published', 1, (await changing.rows('car/segments')).length);
    is('what is gone cannot be dropped', 404, (await refusal(changing.drop('works'))).status);
}

async function errors(relaxd) {
    const far = await refusal(relaxd.way([A, [60, 60]]));
    check('a refusal is a RelaxdError', far instanceof RelaxdError);
    is('of relaxd, by the problem', [404, 'no-road-near'], [far.status, far.code]);
    check('with what to do', far.mend.length > 0);

    const osrm = await refusal(relaxd.nearest([200, 100]));
    is('of OSRM, by its code', [400, 'InvalidOptions'], [osrm.status, osrm.code]);

    const gone = await refusal(new Relaxd('http://127.0.0.1:1').status());
    is('where nobody answers', [0, 'NoAnswer'], [gone.status, gone.code]);

    const stopped = new AbortController();
    stopped.abort();
    is('what is called off ends as such', 'AbortError', (await refusal(relaxd.status({ signal: stopped.signal }))).name);
}

// What README.md shows, against this relaxd.
async function readme(address) {
    const text = readFileSync(join(process.env.SOURCE_ROOT, 'README.md'), 'utf8');
    const [, code] = /```js\n([^]*?)```/.exec(text);
    const file = join(scratch, 'readme.mjs');

    writeFileSync(file, `${code.replace('http://127.0.0.1:5000', address)}\nexport default areas;\n`);
    const { default: areas } = await import(pathToFileURL(file).href);
    is("README.md's lines draw two contours", [600, 300], areas.features.map(({ properties }) => properties.contour));
}

await run(async () => {
    const map = generatedMap(10_000);
    const { address } = await startDaemon('--map', map);
    const relaxd = new Relaxd(`${address}/`);
    const token = '0123456789abcdef0123';
    writeFileSync(join(scratch, 'token'), `${token}\n`, { mode: 0o600 });
    const other = await startDaemon('--map', map, '--weights-token-file', join(scratch, 'token'), '--daemon-state-directory', join(scratch, 'state'));

    await questions(relaxd);
    await weights(relaxd, new Relaxd(other.address, { token }));
    await errors(relaxd);
    await readme(address);
    const said = execFileSync(process.execPath, [`${folder}/example.mjs`, address, A.join(), B.join()], { encoding: 'utf8' });
    matches('the example tells a way', /^way: [\d.]+ min, \d+ m, by \w+ on cpu in \d+ us$/m, said);
    console.log(said);
});
