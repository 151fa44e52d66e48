// test_client: clients/js against a running relaxd, and its example.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, generatedMap, is, matches, run, scratch, startDaemon } from './lib.mjs';

const folder = `${process.env.SOURCE_ROOT}/clients/js`;
const { Relaxd, RelaxdError } = await import(pathToFileURL(`${folder}/relaxd.js`));

const A = [-0.03, -0.02];
const B = [0.03, 0.02];

const refusal = (promise) => promise.then(() => null, (error) => error);

async function routes(relaxd) {
    const { maps } = await relaxd.status();
    is('status has the maps', ['car', 'foot'], maps.map((map) => map.profile));

    const walk = await relaxd.route([A, [0, 0], B], { profile: 'foot', solver: 'dijkstra' });
    is('a route has a leg from stop to stop', 2, walk.legs.length);
    is('it is by the solver that was named', 'dijkstra', walk.solver);
    const car = await relaxd.route([A, B], { nodes: false });
    check('and by the profile', car.duration < walk.duration, car.duration, walk.duration);
    is('what is not wanted does not come', undefined, car.nodes);
    const slow = await relaxd.route([A, B], { model: { speed: [{ if: 'true', limit_to: 10 }] } });
    check('and by a model of its own', slow.duration > 2 * car.duration, car.duration, slow.duration);
    const { cost, alternatives } = await relaxd.route([A, B], { alternatives: 3 });
    check('a route may have others, none of them less', alternatives.length > 0 && alternatives.every((each) => each.cost >= cost), cost, alternatives.length);

    const { legs: [{ steps, summary }] } = await relaxd.route([A, B], { steps: true, language: 'de' });
    check('steps say what to do', steps[0].type === 'depart' && steps.at(-1).type === 'arrive' && summary.length > 0, steps);
    matches('in the language of choice', /^Fahren Sie Richtung/, steps[0].instruction);
    matches('a route may be GPX', /^<\?xml[^]*<gpx /, await relaxd.route([A, B], { format: 'gpx' }));
    matches('or an encoded line', /^\S+\s*$/, await relaxd.route([A, B], { format: 'polyline' }));
    const { features } = await relaxd.route([A, [0, 0], B], { format: 'geojson' });
    is('or a collection', ['LineString', 'Point', 'Point', 'Point'], features.map(({ geometry }) => geometry.type));
    const many = Array.from({ length: 240 }, (_, i) => [A[0] + i / 7e3, A[1] + i / 7e3]);
    is('more stops than a URL holds are no matter', 239, (await relaxd.route(many, { nodes: false, geometry: 'none' })).legs.length);
    return walk.nodes;
}

async function tables(relaxd) {
    const { duration } = await relaxd.route([A, B], { nodes: false });
    const table = await relaxd.table([A, B], [A, B, [0, 0]], { metrics: ['duration', 'distance'] });
    is('a table has rows and columns', [2, 3, 2], [table.durations.length, table.distances[0].length, table.sources.length]);
    is('its cells are routes', duration, table.durations[0][1]);
    const { cells } = await relaxd.table([A, B], [A, B, [0, 0]], { metrics: ['duration'], pairs: [[0, 1], [1, 0]] });
    is('or some of them alone', [[0, 1, duration], [1, 0, table.durations[1][0]]], cells);
    const near = await relaxd.table([A, B], [A, B], { sparse: true, metrics: ['duration'], max_duration: 1 });
    is('or those in reach', [[0, 0, 0], [1, 1, 0]], near.cells);
    const { shape, values } = await relaxd.tableArray([A, B], [A, B, [0, 0]], { metrics: ['duration', 'distance'] });
    is('in binary form it is the same', [[2, 3, 2], Math.round(duration * 1000)], [shape, values[2]]);
    const row = Array.from({ length: 500 }, (_, i) => [i / 1e4 - 0.02, 0]);
    is('a long one, too', [[1, 500], 500], await relaxd.tableArray([A], row).then((array) => [array.shape, array.values.length]));
}

async function others(relaxd, nodes) {
    const [from, to] = [nodes[0], nodes.at(-1)];
    const path = await relaxd.path(from, to, { profile: 'foot' });
    is('a path is between ids', [from, to], [path.vertices[0], path.vertices.at(-1)]);
    const { answers } = await relaxd.paths([[from, to], [from, from]], { profile: 'foot', paths: false });
    is('many are asked at once', [{ cost: path.cost }, { cost: 0 }], answers);
    const tree = await relaxd.tree(from, { profile: 'foot', limit: path.cost });
    check('a tree goes as far as it may', tree.labels.length > 1 && tree.labels.every(([, cost]) => cost <= path.cost));
    const { count, vertices } = await relaxd.vertices({ profile: 'foot' });
    is('vertices are listed', [count, 3], [vertices.length, vertices[0].length]);
    is('a search shows its phases', true, (await relaxd.search(A, B, { solver: 'bidirectional' })).phases.length > 0);

    const reached = await relaxd.isochrone([A], { contours: [60, 120] });
    is('an isochrone tells what its type has', ['beside_roads', 'cell', 'draw_us', 'epoch', 'features', 'from', 'search_us', 'settled', 'type'], Object.keys(reached).sort());
    is('and so do its areas, the largest first', [['area', 'contour', 'metric'], [120, 60]],
        [Object.keys(reached.features[0].properties).sort(), reached.features.map(({ properties }) => properties.contour)]);
    const lines = await relaxd.isochrone([A, B], { contours: [60], polygons: false });
    is('or lines, of several places', ['MultiLineString', 2], [lines.features[0].geometry.type, lines.from.length]);

    const { roads } = await relaxd.nearest(A, { number: 2 });
    is('the nearest roads come in their order', true, roads.length === 2 && roads[0].distance <= roads[1].distance);
}

async function osrm(relaxd) {
    const { routes: [route], waypoints } = await relaxd.osrmRoute([A, B], { steps: true, geometries: 'geojson', overview: 'full' });
    is("OSRM's route begins where its first place lies", waypoints[0].location, route.geometry.coordinates[0]);
    const { durations } = await relaxd.osrmTable([A, B], { annotations: 'duration' });
    check('its table has the same duration', Math.abs(durations[0][1] - route.duration) <= 0.2, durations, route.duration);
    const nearest = await relaxd.osrmNearest(A, { profile: 'car', number: 2 });
    is('and its nearest places come in their order', true, nearest.waypoints[0].distance <= nearest.waypoints[1].distance);
}

async function weights(relaxd, changing) {
    const { roads: [{ nodes }] } = await relaxd.nearest(A);
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
    const far = await refusal(relaxd.route([A, [60, 60]]));
    check('a refusal is a RelaxdError', far instanceof RelaxdError);
    is('of relaxd, by the problem', [404, 'no-road-near'], [far.status, far.code]);
    check('with what to do', far.mend.length > 0);

    const osrm = await refusal(relaxd.osrmNearest([200, 100]));
    is('of OSRM, by its code', [400, 'InvalidOptions'], [osrm.status, osrm.code]);

    const gone = await refusal(new Relaxd('http://127.0.0.1:1').status());
    is('where nobody answers', [0, 'NoAnswer'], [gone.status, gone.code]);

    const broken = (type) => new Relaxd('', {
        fetch: async () => new Response(new ReadableStream({
            start(stream) {
                stream.enqueue(new TextEncoder().encode('{"cost":'));
                stream.error(new TypeError('terminated'));
            },
        }), { headers: { 'content-type': type } }),
    });
    for (const type of ['application/json', 'application/octet-stream', 'application/gpx+xml']) {
        const lost = await refusal(broken(type).route([A, B]));
        is(`an answer that breaks off is none: ${type}`, [true, 'NoAnswer'], [lost instanceof RelaxdError, lost?.code]);
    }
    const proxy = new Relaxd('', { fetch: async () => new Response('<html>', { headers: { 'content-type': 'application/json' } }) });
    is('nor is JSON that is none', 'NoAnswer', (await refusal(proxy.status()))?.code);

    const stopped = new AbortController();
    stopped.abort();
    is('what is called off ends as such', 'AbortError', (await refusal(relaxd.status({ signal: stopped.signal }))).name);
}

// What the project's README.md shows, against this relaxd.
async function firstScreen(address) {
    const text = readFileSync(join(process.env.SOURCE_ROOT, 'README.md'), 'utf8');
    const [, code] = /```js\n([^]*?)```/.exec(text);
    const file = join(scratch, 'readme.mjs');

    writeFileSync(file, `${code.replace('http://127.0.0.1:5000', address)}\nexport default areas;\n`);
    const { default: areas } = await import(pathToFileURL(file).href);
    is("README.md's lines draw two contours", [600, 300], areas.features.map(({ properties }) => properties.contour));
}

// The package's examples, as they stand there, one after the other.
async function readme(address) {
    const blocks = readFileSync(`${folder}/README.md`, 'utf8').split(/\n\n(?! )/).flatMap((part) => part.match(/^ {4}.*/gm)?.filter((line) => !line.includes('npm install')).join('\n') ?? []);
    const text = blocks.filter(Boolean).map((block) => (block.includes('import ') ? block : `{${block}}`)).join('\n');
    const program = join(scratch, 'readme.mjs');

    writeFileSync(program, text.replace("'relaxd-client'", JSON.stringify(pathToFileURL(`${folder}/relaxd.js`))).replace('http://127.0.0.1:5000', address));
    const said = execFileSync(process.execPath, [program], { encoding: 'utf8' });
    matches('what the README shows runs', /Fahren Sie[^]*no-road-near/, said);
}

// What would be published: all that is needed, nothing else.
function packed(name, expected) {
    const npm = spawnSync('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: `${process.env.SOURCE_ROOT}/clients/${name}`, encoding: 'utf8' });
    if (npm.error?.code === 'ENOENT') return console.log('skipped: npm is missing, so nothing is packed');
    const [{ files, size }] = JSON.parse(npm.stdout);
    is(`the package of ${name} has its files`, ['README.md', ...expected, 'package.json'].sort(), files.map(({ path }) => path).sort());
    check('and is small', size < 12_000, size);
}

await run(async () => {
    const map = generatedMap(10_000);
    const { address } = await startDaemon('--map', map);
    const relaxd = new Relaxd(`${address}/`);
    const token = '0123456789abcdef0123';
    writeFileSync(join(scratch, 'token'), `${token}\n`, { mode: 0o600 });
    const other = await startDaemon('--map', map, '--weights-token-file', join(scratch, 'token'), '--daemon-state-directory', join(scratch, 'state'));

    await others(relaxd, await routes(relaxd));
    await tables(relaxd);
    await osrm(relaxd);
    await readme(address);
    packed('js', ['example.mjs', 'relaxd.d.ts', 'relaxd.js']);
    packed('maplibre', ['example.html', 'hand.js', 'latest.js', 'line.js', 'overlay.js', 'relaxd-maplibre.d.ts', 'relaxd-maplibre.js']);
    await weights(relaxd, new Relaxd(other.address, { token }));
    await errors(relaxd);
    await firstScreen(address);
    const said = execFileSync(process.execPath, [`${folder}/example.mjs`, address, A.join(), B.join()], { encoding: 'utf8' });
    matches('the example tells a route', /^route: [\d.]+ min, \d+ m, \d+ steps, by \w+ on cpu in \d+ us$/m, said);
    console.log(said);
});
