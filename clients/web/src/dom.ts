// dom: elements in one expression, and small things about them.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | EventListener | null | undefined>;

// h('button', { class: 'x', onclick: f }, 'text'): attributes, listeners, children.
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);

    for (const [name, value] of Object.entries(props)) {
        if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    element.append(...children.filter((child): child is Node | string => Boolean(child)));
    return element;
}

const SVG = 'http://www.w3.org/2000/svg';

// An icon of 20 by 20 from the path of its strokes.
export function icon(path: string, more: Record<string, string> = {}): SVGSVGElement {
    const svg = document.createElementNS(SVG, 'svg');
    const stroke = document.createElementNS(SVG, 'path');

    for (const [name, value] of Object.entries({ viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true', ...more })) {
        svg.setAttribute(name, value);
    }
    stroke.setAttribute('d', path);
    svg.append(stroke);
    return svg;
}

export const ICONS = {
    close: 'M5.5 5.5l9 9m0-9l-9 9',
    add: 'M10 4.500v11M4.500 10h11',
    swap: 'M6.500 16V4.500m0 0L3.500 7.500m3-3l3 3M13.500 4v11.500m0 0l3-3m-3 3l-3-3',
    clear: 'M4.500 6h11M8 6V4.300h4V6m-6.300 0l.700 9.700h7.200L14.300 6',
    play: 'M7 4.500l8.500 5.500L7 15.500z',
    pause: 'M7 5v10M13 5v10',
    unfold: 'M5.500 8l4.500 4.500l4.500-4.500',
    again: 'M15.500 10a5.500 5.500 0 1 1-1.700-4M14.200 2.800V6.200H10.800',
    box: 'M4 6h12v8H4zM2.500 4.500h3v3h-3zM14.500 12.500h3v3h-3z',
    area: 'M4 14.500L5.500 5.500L13 3.500L16.500 10L11 16z',
    live: 'M5 16.500L8 3.500M15 16.500L12 3.500M10 4.500v2M10 9v2M10 13.500v2',
    theme: 'M10 3.500a6.500 6.500 0 1 0 6.500 6.500A5 5 0 0 1 10 3.500z',
    sun: 'M10 6.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7zM10 1.800v1.700m0 13v1.700M1.800 10h1.700m13 0h1.700M4.200 4.200l1.200 1.200m9.200 9.200l1.200 1.200m0-11.600l-1.200 1.200M5.400 14.600l-1.200 1.200',
};

// Replaces what `parent` holds; the element with the focus keeps it, by its data-key.
export function refill(parent: Element, ...children: Child[]): void {
    const key = parent.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;

    parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
    if (key) parent.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

// A row of choices of which one holds.
export function segments<T extends string>(label: string, choices: readonly (readonly [T, string])[], chosen: T, choose: (value: T) => void): HTMLElement {
    return h(
        'div',
        { class: 'segments', role: 'group', 'aria-label': label },
        ...choices.map(([value, words]) =>
            h('button', { type: 'button', 'aria-pressed': String(value === chosen), 'data-key': `${label}:${value}`, onclick: () => choose(value) }, words),
        ),
    );
}
