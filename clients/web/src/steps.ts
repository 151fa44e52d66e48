// steps: what to do along the way, one line each, with a sign.
import type { Leg, Step } from '../../js/relaxd.js';
import { h, icon } from './dom';
import { point } from './line';
import type { Page } from './mode';
import * as words from './words';

const ANGLES: Record<string, number> = {
    uturn: 180,
    'sharp right': 135,
    right: 90,
    'slight right': 45,
    straight: 0,
    'slight left': -45,
    left: -90,
    'sharp left': -135,
};

const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;

// Up from below to the middle, then away by an angle, with a head.
function bend(angle: number): string {
    const turn = (angle * Math.PI) / 180;
    const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
    const [x, y] = [10 + dx * 6.5, 10 + dy * 6.5];
    const head = [2.5, -2.5].map((side) => Math.PI - Math.sign(side) * 0.7).map((off) => {
        const way = turn + off;
        return `M${at(x, y)}L${at(x + Math.sin(way) * 4, y - Math.cos(way) * 4)}`;
    });

    return `M10 17V${angle === 0 ? 10 : 11}L${at(10 + dx * 0.5, 10 + dy * 0.5)}L${at(x, y)}${head.join('')}`;
}

const SIGNS: Record<string, string> = {
    depart: 'M10 4.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 0 0 0-11z',
    arrive: 'M10 17.500s-5.500-5-5.500-9a5.500 5.500 0 0 1 11 0c0 4-5.500 9-5.500 9zM10 7v3',
    circle: 'M10 18v-4m0 0a4.500 4.500 0 1 1 4.200-3m2.300-1.500l-2.300 1.500l-1.700-2.100',
    uturn: 'M13.500 17V8a3.500 3.500 0 0 0-7 0v6m0 0l-2.700-2.700M6.500 14l2.700-2.700',
};

function sign(step: Step): SVGSVGElement {
    const { type, modifier } = step;

    if (type === 'depart' || type === 'arrive') return icon(SIGNS[type]);
    if (/roundabout|rotary/.test(type) && !type.startsWith('exit')) return icon(SIGNS.circle);
    if (modifier === 'uturn') return icon(SIGNS.uturn);
    return icon(bend(ANGLES[modifier ?? 'straight'] ?? 0));
}

function stepLine(page: Page, step: Step): HTMLElement {
    const { act, link, road } = words.instruction(step);
    const place = step.location;

    return h(
        'li',
        {},
        h(
            'button',
            {
                type: 'button',
                onclick: () => {
                    page.view.draw('spot', point(place));
                    page.view.flyTo(place);
                },
                onpointerenter: () => page.view.draw('spot', point(place)),
                onpointerleave: () => page.view.draw('spot'),
            },
            sign(step),
            h('span', { class: 'act' }, road ? `${act} ${link} ` : act, road ? h('b', {}, road) : null),
            step.distance ? h('span', { class: 'far' }, words.distance(step.distance)) : null,
        ),
    );
}

export function stepList(page: Page, legs: Leg[]): HTMLElement {
    const lines = legs.flatMap((leg, index) => {
        const heading = legs.length > 1 ? [h('li', { class: 'leg' }, `${words.letter(index)} to ${words.letter(index + 1)}`)] : [];
        return [...heading, ...(leg.steps ?? []).map((step) => stepLine(page, step))];
    });

    return h('ol', { class: 'steps' }, ...lines);
}
