// words: figures, instructions and errors as people say them.
import { RelaxdError, type Step } from '../../js/relaxd.js';

export function duration(seconds: number): string {
    const minutes = Math.round(seconds / 60);

    if (seconds < 59.5) return `${Math.round(seconds)} s`;
    if (minutes < 60) return `${minutes} min`;
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

export function distance(metres: number): string {
    if (metres < 995) return `${metres < 100 ? Math.round(metres) : Math.round(metres / 10) * 10} m`;
    return `${(metres / 1000).toFixed(metres < 99500 ? 1 : 0)} km`;
}

export function microseconds(us: number): string {
    if (us < 1000) return `${us} µs`;
    return us < 1e6 ? `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms` : `${(us / 1e6).toFixed(1)} s`;
}

export const letter = (index: number) => String.fromCharCode(65 + (index % 26));

export const position = ([lon, lat]: readonly [number, number]) =>
    `${Math.abs(lat).toFixed(4)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(4)}° ${lon < 0 ? 'W' : 'E'}`;

const COMPASS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
const ORDINALS = ['', '1st', '2nd', '3rd'];

const ordinal = (number: number) => ORDINALS[number] ?? `${number}th`;

// Signs with several entries have them as the data does: "B 37;B 45".
const listed = (sign: string) => sign.replace(/; */g, ', ');

// What the road is called, with its number where it has one.
export function roadOf(step: Pick<Step, 'name' | 'ref'>): string {
    // A number must not break in two.
    const ref = listed(step.ref?.replace(/ /g, '\u00a0') ?? '');

    return step.name && ref ? `${step.name} (${ref})` : step.name || ref;
}

function turnWords(modifier: string | undefined): string {
    if (modifier === 'uturn') return 'Turn around';
    if (modifier === 'straight' || !modifier) return 'Go straight on';
    if (modifier.startsWith('slight')) return `Bear ${modifier.slice(7)}`;
    if (modifier.startsWith('sharp')) return `Turn sharp ${modifier.slice(6)}`;
    return `Turn ${modifier}`;
}

const side = (modifier: string | undefined) => /left|right/.exec(modifier ?? '')?.[0] ?? '';

function roundabout(step: Step): string {
    const exit = step.exit;
    const name = step.rotary_name ? `At ${step.rotary_name}` : 'At the roundabout';

    return exit ? `${name} take the ${ordinal(exit)} exit` : 'Enter the roundabout';
}

function ramp(step: Step, what: string): string {
    const where = side(step.modifier);
    const number = step.exits ? ` ${step.exits}` : '';

    return `Take the ${what}${number}${where ? ` on the ${where}` : ''}`;
}

function arrival(step: Step): string {
    const where = side(step.modifier);

    return where ? `Arrive, on the ${where}` : 'Arrive';
}

// The act alone, without the road that one comes to.
function act(step: Step): string {
    const { type, modifier, bearing_after } = step;

    switch (type) {
        case 'depart':
            return `Head ${COMPASS[Math.round(bearing_after / 45) % 8]}`;
        case 'arrive':
            return arrival(step);
        case 'new name':
            return 'Continue';
        case 'continue':
            return modifier === 'straight' || !modifier ? 'Continue' : turnWords(modifier);
        case 'end of road':
            return `At the end of the road, ${turnWords(modifier).toLowerCase()}`;
        case 'fork':
            return side(modifier) ? `Keep ${side(modifier)}` : 'Keep straight on';
        case 'merge':
            return side(modifier) ? `Merge ${side(modifier)}` : 'Merge';
        case 'on ramp':
            return ramp(step, 'ramp');
        case 'off ramp':
            return ramp(step, 'exit');
        case 'roundabout':
        case 'rotary':
            return roundabout(step);
        case 'roundabout turn':
            return `At the roundabout, ${turnWords(modifier).toLowerCase()}`;
        case 'exit roundabout':
        case 'exit rotary':
            return 'Leave the roundabout';
        default:
            return turnWords(modifier);
    }
}

const LINKS: Record<string, string> = { depart: 'on', continue: 'to stay on' };

// "Turn left", "onto", "Hauptstraße": the last two are empty where it has no name.
export function instruction(step: Step): { act: string; link: string; road: string } {
    const road = roadOf(step);
    const { type } = step;

    if (type !== 'arrive' && step.destinations) {
        return { act: act(step), link: 'towards', road: listed(step.destinations.replace(/^[^:]*: /, '')) };
    }
    if (type === 'arrive' || !road) return { act: act(step), link: '', road: '' };
    // Nobody goes "straight on onto" a road.
    return { act: act(step).replace(/ straight on$/, ' straight'), link: LINKS[type] ?? 'onto', road };
}

const PLAIN: Record<string, string> = {
    NoRoute: 'There is no route between these places.',
    NoSegment: 'There is no road near one of these places.',
    NoTable: 'There is no table of these places.',
    'no-road-near': 'There is no road near one of these places.',
    'roads-closed': 'All roads near one of these places are closed.',
    'no-roads': 'This map has no roads.',
    'queue-full': 'relaxd has too much to do; try again in a moment.',
    forbidden: 'Weights cannot be changed here.',
    late: 'That took too long, so relaxd gave up.',
    stopping: 'relaxd is shutting down.',
};

// Asked and answered: there is none.
export class NoWay extends Error {}

const AWAY = { words: 'relaxd does not answer.', more: 'Is it still running? This page continues once it answers.' };

// Two lines: what went wrong, and what relaxd said of it.
export function errorWords(error: unknown): { words: string; more: string } {
    if (error instanceof NoWay) return { words: error.message, more: '' };
    if (!(error instanceof RelaxdError)) return { words: 'Something went wrong in this page.', more: String(error) };
    if (error.status === 0) return AWAY;
    const words = PLAIN[error.code];
    const detail = `${error.message}${error.mend ? `. ${error.mend[0].toUpperCase()}${error.mend.slice(1)}` : ''}`;

    return words ? { words, more: detail } : { words: detail, more: '' };
}
