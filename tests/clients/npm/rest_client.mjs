// rest_client: osrm-rest-client; its URLs end in ".json" and have %3B for ';'.
import { ask, check, country, is, places, refusal, require, town } from './lib.mjs';

const { OSRM } = require('osrm-rest-client');

async function routes(osrm, address) {
    const { routes: [route], waypoints } = await osrm.route({ coordinates: [town.start, town.end], steps: true, geometries: 'geojson', overview: 'full' });

    is('osrm-rest-client: a route has its summary', town.summary, route.legs[0].summary);
    is('a step for each thing to do', town.told.length, route.legs[0].steps.length);
    is('and begins and ends where it was asked for', [town.start, town.end], [route.geometry.coordinates[0], route.geometry.coordinates.at(-1)]);
    is('on streets with names', ['Main Street', 'East Road'], waypoints.map(({ name }) => name));
    const { routes: [same] } = await ask(address, `/route/v1/${town.profile}/${places([town.start, town.end])}`);
    is('it is the one that others get', [same.duration, same.distance], [route.duration, route.distance]);
    const turned = await osrm.route({ coordinates: [town.start, town.end], radiuses: [100, 'unlimited'], bearings: ['90,30', '90,30'], overview: false });
    is('lists of options come through', same.duration, turned.routes[0].duration);
}

async function tables(address) {
    const osrm = OSRM({ osrm: address, defaultProfile: country.profile });
    const all = [country.start, country.end, ...country.others];
    const { durations, distances, sources, destinations } = await osrm.table({ coordinates: all, sources: [0, 1], annotations: 'duration,distance' });

    is('a table has rows and columns', [2, 4, 2, 4], [durations.length, durations[1].length, sources.length, destinations.length]);
    check('from a place to itself it is nothing', durations[0][0] === 0 && durations[1][1] === 0);
    for (const [to, place] of all.entries()) {
        const { routes: [route] } = await osrm.route({ coordinates: [country.start, place], overview: false });
        check(`cell ${to} is the route`, Math.abs(durations[0][to] - route.duration) <= 0.2 && Math.abs(distances[0][to] - route.distance) <= 1,
            [durations[0][to], distances[0][to]], [route.duration, route.distance]);
    }
}

async function other(osrm) {
    const { waypoints } = await osrm.nearest({ coordinates: [[8.015, 49.0101]], number: 2 });
    is('the nearest streets come', 2, waypoints.length);
    is('the nearest first', 'Market Street', waypoints[0].name);
    const tile = await osrm.tile([8556, 5626, 14]);
    check('tiles are bytes', Buffer.isBuffer(tile) && tile.includes('Main Street'), tile.length);
}

async function refusals(osrm) {
    const of = async (question) => {
        const { status, response } = await refusal(question);
        return [status, response.body.code, response.body.message];
    };

    is('no way is told as such', [400, 'NoRoute', 'Impossible route between points'], await of(osrm.route({ coordinates: [town.start, town.island] })));
    is('so is no street', [400, 'NoSegment', 'Could not find a matching segment for coordinate 1'],
        await of(osrm.route({ coordinates: [town.start, town.sea], radiuses: [10, 10] })));
    is('and what there is not', 'NotImplemented', (await of(osrm.trip({ coordinates: [town.start, town.end] })))[1]);
}

export async function restClient(address) {
    const osrm = OSRM({ osrm: address, defaultProfile: town.profile });

    await routes(osrm, address);
    await tables(address);
    await other(osrm);
    await refusals(osrm);
}
