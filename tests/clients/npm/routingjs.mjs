// routingjs: @routingjs/osrm, which has latitude first and axios beneath.
import { ask, country, is, places, refusal, require, town } from './lib.mjs';

const { OSRM } = require('@routingjs/osrm');
const turned = (list) => list.map(([lon, lat]) => [lat, lon]);

export async function routingjs(address) {
    // Without a word on retries it ends in a TypeError where any server refuses.
    const router = new OSRM({ baseUrl: address, retryOverQueryLimit: true });
    const ends = turned([town.start, town.end]);
    const { directions: [way] } = await router.directions(ends, town.profile, { steps: true, overview: 'full', alternatives: true });
    const { routes: [same] } = await ask(address, `/route/v1/${town.profile}/${places([town.start, town.end])}`);
    const line = way.feature.geometry.coordinates;

    is('@routingjs/osrm: a route takes its time', Math.round(same.duration), way.feature.properties.duration);
    is('and has its length', Math.round(same.distance), way.feature.properties.distance);
    is('its line is from place to place', ends, [line[0], line.at(-1)]);

    const all = [country.start, country.end, ...country.others];
    const matrix = await router.matrix(turned(all), country.profile, { sources: ['0', '2'] });
    const table = await ask(address, `/table/v1/${country.profile}/${places(all)}?sources=0;2`);
    is('a matrix has what a table has', table.durations, matrix.durations);

    const lost = await refusal(router.directions(turned([town.start, town.island]), town.profile));
    is('no way is an error of its own', 'RoutingJSAPIError', lost.constructor.name);
    is('with the code', [400, 'NoRoute', 'Impossible route between points'],
        [lost.properties.statusCode, lost.properties.errorCode, lost.properties.errorMessage]);
    const far = await refusal(router.directions(turned([town.start, town.sea]), town.profile, { radiuses: [10, 10] }));
    is('so is no street', 'NoSegment', far.properties.errorCode);
}
