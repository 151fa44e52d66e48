// lib: maps that clients of OSRM's API are tried on, and what relaxd says of them.
//
// `country` is generated, so nothing of it is known beforehand; of `town` every
// street is: places of it and what is told on the way stand here.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { generatedMap, RELAXCTL, scratch, startDaemon } from '../web/lib.mjs';

export { check, eventually, is, matches, run, scratch, startBrowser, startDaemon } from '../web/lib.mjs';
export const require = createRequire(import.meta.url);

// Market Street ends at a roundabout; Island Road has no way to the rest.
const nodes = {
    1: [8.0, 49.0], 2: [8.01, 49.0], 3: [8.02, 49.0], 4: [8.01, 49.01], 5: [8.0, 49.01],
    6: [8.0195, 49.01], 7: [8.02, 49.0097], 8: [8.0205, 49.01], 9: [8.02, 49.0103],
    10: [8.03, 49.01], 11: [8.02, 49.02], 12: [9.0, 49.0], 13: [9.01, 49.0],
};
const ways = [
    [[1, 2, 3], 'Main Street'], [[2, 4], 'Church Street'], [[5, 4, 6], 'Market Street'],
    [[8, 10], 'East Road'], [[9, 11], 'North Lane'], [[12, 13], 'Island Road'],
    [[6, 7, 8, 9, 6], null],
];
export const town = {
    profile: 'town:car',
    start: [8.002, 49.0],
    end: [8.028, 49.01],
    island: [9.005, 49.0],
    sea: [10.0, 50.0],
    summary: 'Church Street, Market Street',
    told: [
        'Head east on Main Street',
        'Turn left onto Church Street',
        'Turn right onto Market Street',
        'Enter the roundabout and take the 1st exit onto East Road',
        'Exit the roundabout onto East Road',
        'You have arrived at your destination',
    ],
};
export const country = { profile: 'country:car', start: [0, 0], end: [0.01, 0.01], others: [[0.005, -0.004], [-0.006, 0.003]] };

const tag = (k, v) => `<tag k="${k}" v="${v}"/>`;

function way([passed, name], id) {
    const kind = name ? tag('name', name) : tag('junction', 'roundabout');
    return `<way id="${id + 1}">${passed.map((ref) => `<nd ref="${ref}"/>`).join('')}${tag('highway', 'residential')}${kind}</way>`;
}

function townMap() {
    const data = join(scratch, 'town.osm');
    const map = join(scratch, 'town.rlx');
    const places = Object.entries(nodes).map(([id, [lon, lat]]) => `<node id="${id}" lon="${lon}" lat="${lat}"/>`);

    writeFileSync(data, `<osm version="0.6">${places.join('')}${ways.map(way).join('')}</osm>`);
    execFileSync(RELAXCTL, ['import', data, '--profile', 'car', '--small-component-size', '1', '-o', map], { stdio: 'ignore' });
    return map;
}

export async function startMaps() {
    return (await startDaemon('--map', generatedMap(3000), '--map', townMap())).address;
}

export const places = (list) => list.map((place) => place.join()).join(';');

// What relaxd answers to who asks by hand.
export const ask = async (address, target) => (await fetch(address + target)).json();

// Why a promise was not kept; null where it was.
export const refusal = (promise) => promise.then(() => null, (error) => error);
