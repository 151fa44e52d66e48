// text_instructions: osrm-text-instructions, which tells steps in 30 languages.
import { ask, check, country, is, places, require, town } from './lib.mjs';

const instructions = require('osrm-text-instructions')('v5');
const { supportedCodes } = require('osrm-text-instructions/languages');

const stepsOf = async (address, { profile, start, end }) =>
    (await ask(address, `/route/v1/${profile}/${places([start, end])}?steps=true&overview=false`)).routes[0].legs[0].steps;

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
}
