// text_instructions: osrm-text-instructions, which tells steps in 30 languages.
//
// relaxd's own instructions are made of the package's texts, by code of its own: each
// is held to what the package says.
import { ask, check, country, is, places, require, stair, town } from './lib.mjs';

const instructions = require('osrm-text-instructions')('v5');
const { supportedCodes } = require('osrm-text-instructions/languages');

const stepsOf = async (address, { profile, start, end }) =>
    (await ask(address, `/route/v1/${profile}/${places([start, end])}?steps=true&overview=false`)).routes[0].legs[0].steps;

const routeOf = (place) => [place.start, ...(place.between ? [place.between] : []), place.end];

const legsOf = async (address, place) =>
    (await ask(address, `/route/v1/${place.profile}/${places(routeOf(place))}?steps=true&overview=false`)).routes[0].legs;

async function ownWords(address, place, language) {
    const [first, ...rest] = routeOf(place);
    const [map, profile] = place.profile.split(':');
    const via = rest.slice(0, -1).map((one) => `&via=${one}`).join('');
    const answer = await ask(
        address,
        `/v1/route?map=${map}&profile=${profile}&from=${first}${via}&to=${rest.at(-1)}&steps=true&language=${language}&geometry=none`,
    );
    return answer.legs.map((leg) => leg.steps.map((step) => step.instruction));
}

// What the package says of the same legs.
const theirWords = (legs, language) =>
    legs.map((leg, legIndex) =>
        leg.steps.map((step) =>
            instructions.compile(language, step, { legIndex, legCount: legs.length, classes: step.intersections[0].classes ?? [] }),
        ),
    );

const tell = (language, steps) => steps.map((step) => instructions.compile(language, step, { legCount: 1, legIndex: 0 }));

export async function textInstructions(address) {
    const steps = await stepsOf(address, town);

    is('osrm-text-instructions: each step is told', town.told, tell('en', steps));
    is('in German, too', 'Links abbiegen auf Church Street', tell('de', steps)[1]);
    const unknown = await stepsOf(address, country);
    check('a country without surprises, either', unknown.length > 2, unknown.length);
    for (const language of supportedCodes) {
        const said = tell(language, unknown);
        check(`every step has words in ${language}`, said.every((text) => text && !/undefined|\{/.test(text)), said);
    }
    const stairs = await legsOf(address, stair);
    check('the stair has its streets', stairs.flatMap((leg) => leg.steps).length >= 20, stairs);
    for (const place of [town, country, stair]) {
        const legs = await legsOf(address, place);
        for (const language of supportedCodes)
            is(`relaxd says the same in ${language}, on ${place.profile}`, theirWords(legs, language), await ownWords(address, place, language));
    }
    is('of a variant it says the language', await ownWords(address, town, 'de'), await ownWords(address, town, 'de-AT'));
}
