// example: what one can ask relaxd from node 18 or newer, or from a page.
//
// usage: node example.mjs ADDRESS LON,LAT LON,LAT
//   node example.mjs http://127.0.0.1:5000 -0.02,0.006 0.021,-0.005
import { Relaxd, RelaxdError } from './relaxd.js';

const [address, ...texts] = process.argv.slice(2);
const places = texts.map((text) => text.split(',').map(Number));
const relaxd = new Relaxd(address);

const minutes = (seconds) => `${(seconds / 60).toFixed(1)} min`;

// What this map does not offer is said, not thrown.
async function ask(title, question, say) {
    try {
        console.log(`${title}: ${say(await question())}`);
    } catch (error) {
        if (!(error instanceof RelaxdError)) throw error;
        console.log(`${title}: ${error.code}, ${error.message}`);
    }
}

await ask('status', () => relaxd.status(), ({ version, maps }) => `relaxd ${version} with ${maps.map(({ name, profile }) => `${name} (${profile})`).join(', ')}`);
await ask(
    'route',
    () => relaxd.route(places, { steps: true, nodes: false }),
    ({ duration, distance, legs, solver, device, solve_us }) =>
        duration === null
            ? 'there is none'
            : `${minutes(duration)}, ${Math.round(distance)} m, ${legs[0].steps.length} steps, by ${solver} on ${device} in ${solve_us} us`,
);
await ask(
    'nearest',
    () => relaxd.nearest(places[0]),
    ({ roads: [road] }) => `${road.name || road.ref || 'a road'}, ${Math.round(road.distance)} m away`,
);
await ask(
    'table',
    () => relaxd.table(places, places, { metrics: ['duration'] }),
    ({ durations }) => durations.map((row) => row.join(' ')).join(' / '),
);
await ask(
    'isochrone',
    () => relaxd.isochrone(places.slice(0, 1), { contours: [300, 600] }),
    ({ features }) => `${features.length} areas`,
);
await ask(
    "OSRM's route",
    () => relaxd.osrmRoute(places, { overview: false }),
    ({ routes }) => minutes(routes[0].duration),
);
