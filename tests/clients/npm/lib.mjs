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

// A stair of streets whose names languages inflect, or write with a capital of their own.
const streets = [
    ['Садовая улица'], ['улица Ленина'], ['Большая Морская улица'], ['проспект Мира'], ['1-я Линия'], ['«Дон»', 'М-4'],
    ['Rue de la Paix'], ['avenue des Champs-Élysées'], ['Le Grand Chemin'], ['impasse du Moulin', 'D 14;D 7'],
    ['Kossuth Lajos utca'], ['Andrássy út'], ['5. utca'], ['Árpád híd', 'M1'], ['istiklal caddesi'], ['öğretmen sokak'],
    ['éalúcht'], ['Ørstedsvej'], ['B 37', 'B 37'], ['', 'L 600'], ['Hauptstraße (B 3)', 'B 3'], ['Ende'],
];
export const stair = { profile: 'stair:car', start: [8.0, 49.0001], between: [8.0081, 49.007], end: [8.0205, 49.021] };

const tag = (k, v) => `<tag k="${k}" v="${v}"/>`;

function way([passed, name], id) {
    const kind = name ? tag('name', name) : tag('junction', 'roundabout');
    return `<way id="${id + 1}">${passed.map((ref) => `<nd ref="${ref}"/>`).join('')}${tag('highway', 'residential')}${kind}</way>`;
}

const node = (id, [lon, lat]) => `<node id="${id}" lon="${lon}" lat="${lat}"/>`;

// Its sides alternate, and each street leads on from the last; the fourth goes by sea.
function stairMap() {
    const corner = (i) => [8 + 0.002 * Math.floor(i / 2), 49 + 0.002 * Math.ceil(i / 2)];
    const stairs = streets.map(([name, ref], i) => {
        const kind = i === 3 ? tag('route', 'ferry') : tag('highway', 'secondary');
        const signs = tag('destination', `Ziel ${i}, Anderswo`) + (i % 4 ? '' : tag('destination:ref', `E ${i};E 40`));
        return `<way id="${i + 1}"><nd ref="${i + 1}"/><nd ref="${i + 2}"/>${kind}${name ? tag('name', name) : ''}${ref ? tag('ref', ref) : ''}${i % 3 ? '' : `${signs}${tag('oneway', 'yes')}`}</way>`;
    });
    const corners = [...streets, null].map((_, i) => node(i + 1, corner(i)));
    return madeMap('stair', corners, stairs);
}

function townMap() {
    return madeMap('town', Object.entries(nodes).map(([id, place]) => node(id, place)), ways.map(way));
}

function madeMap(name, nodesOf, waysOf) {
    const data = join(scratch, `${name}.osm`);
    const map = join(scratch, `${name}.rlx`);

    writeFileSync(data, `<osm version="0.6">${nodesOf.join('')}${waysOf.join('')}</osm>`);
    execFileSync(RELAXCTL, ['import', data, '--profile', 'car', '--small-component-size', '1', '-o', map], { stdio: 'ignore' });
    return map;
}

export async function startMaps() {
    return (await startDaemon('--map', generatedMap(3000), '--map', townMap(), '--map', stairMap())).address;
}

export const places = (list) => list.map((place) => place.join()).join(';');

// What relaxd answers to who asks by hand.
export const ask = async (address, target) => (await fetch(address + target)).json();

// Why a promise was not kept; null where it was.
export const refusal = (promise) => promise.then(() => null, (error) => error);
