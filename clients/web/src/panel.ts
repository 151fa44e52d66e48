// panel: beside the map: tabs, places, answers, and the solver that answered.
import type { Figures } from '../../js/relaxd.js';
import { h, icon, ICONS, refill, segments } from './dom';
import type { Live } from './live';
import type { ModeView, Page } from './mode';
import { PreferencesPanel, type PreferencesHost } from './preferences_panel';
import type { Mode } from './state';
import { position, letter, microseconds } from './words';
import { unknownIn } from './world';

export interface PanelHost extends PreferencesHost {
    choose(mode: Mode): void;
    remove(index: number): void;
    reverse(): void;
    clear(): void;
    /** The next click on the map is one place more. */
    add(): void;
    /** Shows or hides what one chooses, where an answer has its place. */
    unfold(): void;
    /** Speeds are drawn and changed, or no longer. */
    switchLive(): void;
}

export type Answered = Partial<Figures> & { search_us?: number; draw_us?: number; us: number };

export interface Shown {
    modes: ModeView[];
    mode: ModeView;
    live: Live;
    names: string[];
    adding: boolean;
    /** Of the area that is drawn; null: none is. */
    corners: number | null;
    notice: { words: string; more: string } | null;
    figures: Answered | null;
    /** Whether all choices are to be seen beside an answer, where there is little room. */
    choosing: boolean;
    /** Remarks on the map itself. */
    remark: string;
}

const part = (id: string) => document.getElementById(id)!;

const PROFILE_WORDS: Record<string, string> = { car: 'Car', bicycle: 'Bicycle', foot: 'On foot', 'walk-rail': 'Foot and rail' };

const profileWords = (name: string | null) => (name ? (PROFILE_WORDS[name] ?? name) : 'no roads');

export class Panel {
    #preferences: PreferencesPanel;

    constructor(private readonly host: PanelHost) {
        this.#preferences = new PreferencesPanel(part('preferences'), host);
        part('live-switch').append(icon(ICONS.live));
        part('live-switch').addEventListener('click', () => host.switchLive());
    }

    render(page: Page, shown: Shown): void {
        this.#tabs(shown);
        refill(part('summary'), this.#summary(page, shown));
        const unknown = unknownIn(page.status, page.state);
        const remarks = [unknown && h('p', { class: 'error' }, unknown), shown.remark && h('p', { class: 'remark' }, shown.remark)];
        part('who').classList.toggle('wrong', Boolean(unknown));
        refill(part('who'), ...this.#who(page), ...remarks);
        refill(part('points'), ...this.#points(page, shown));
        part('preferences').hidden = page.served.profile === null;
        this.#preferences.render(page, shown.corners);
        // A slider must not be replaced under the finger.
        if (document.activeElement?.getAttribute('data-key') === 'isochrone') this.#refresh(shown, page);
        else refill(part('controls'), ...shown.mode.controls(page));
        this.#live(page, shown.live);
        refill(part('notice'), ...notice(page, shown));
        if (document.activeElement?.getAttribute('data-key') !== 'time') refill(part('answer'), ...shown.mode.answer(page));
        refill(part('figures'), ...this.#figures(page, shown));
    }

    // What is being typed stays.
    #live(page: Page, live: Live): void {
        const typed = document.activeElement;

        part('live-switch').hidden = page.served.profile === null;
        part('live-switch').setAttribute('aria-pressed', String(live.on));
        if (!(typed instanceof HTMLInputElement && typed.value && part('live').contains(typed))) refill(part('live'), ...live.section(page));
    }

    // What was chosen, in one line: a phone shows it in the choices' place.
    #summary(page: Page, shown: Shown): Node {
        const { maps } = page.status;
        const several = maps.some(({ name }) => name !== page.served.name);
        const names = page.state.points.map((_, index) => shown.names[index] || letter(index));
        const from = names.length > 3 ? [names[0], `${names.length - 2} stops`, names[names.length - 1]] : names;
        const words = [several ? page.served.name : '', page.served.profile ? profileWords(page.served.profile) : '', from.join(' → ')];

        return h(
            'button',
            { type: 'button', 'data-key': 'choices', 'aria-expanded': String(shown.choosing), onclick: () => this.host.unfold() },
            h('span', {}, words.filter(Boolean).join(' · ')),
            icon(ICONS.unfold),
        );
    }

    #refresh(shown: Shown, page: Page): void {
        const made = h('div', {}, ...shown.mode.controls(page));
        const output = part('controls').querySelector('output');

        if (output) output.textContent = made.querySelector('output')?.textContent ?? '';
    }

    #tabs(shown: Shown): void {
        const tabs = shown.modes.map((mode) =>
            h(
                'button',
                {
                    type: 'button',
                    role: 'tab',
                    'aria-selected': String(mode === shown.mode),
                    'aria-controls': 'body',
                    tabindex: mode === shown.mode ? 0 : -1,
                    'data-key': `tab-${mode.name}`,
                    onclick: () => this.host.choose(mode.name),
                    onkeydown: (event) => this.#tabKey(event as KeyboardEvent, shown),
                },
                mode.title,
            ),
        );

        refill(part('tabs'), ...tabs);
        part('tabs').hidden = tabs.length < 2;
    }

    #tabKey(event: KeyboardEvent, shown: Shown): void {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        const { modes } = shown;
        const next = modes[(modes.indexOf(shown.mode) + step + modes.length) % modes.length];

        event.preventDefault();
        this.host.choose(next.name);
        part('tabs').querySelector<HTMLElement>(`[data-key="tab-${next.name}"]`)?.focus();
    }

    // Maps and profiles, where there is a choice.
    #who(page: Page): Node[] {
        const { maps } = page.status;
        const names = [...new Set(maps.map((map) => map.name))];
        const profiles = maps.filter((map) => map.name === page.served.name).map((map) => map.profile);
        const nodes: Node[] = [];

        if (names.length > 1) {
            nodes.push(select('Map', names.map((name) => [name, name]), page.served.name, (map) => page.update({ map, profile: '', points: [], view: null })));
        }
        if (profiles.length > 1) {
            const choices = profiles.map((profile): [string, string] => [profile ?? '', profileWords(profile)]);
            const choose = (profile: string) => page.update({ profile });
            const chosen = page.served.profile ?? '';
            nodes.push(profiles.length < 5 ? segments('Profile', choices, chosen, choose) : select('Profile', choices, chosen, choose));
        }
        return nodes;
    }

    #points(page: Page, shown: Shown): Node[] {
        const { points } = page.state;
        if (!points.length) return [];
        const list = h(
            'ol',
            { class: shown.mode.look },
            ...points.map((place, index) =>
                h(
                    'li',
                    {},
                    h('span', { class: 'badge' }, letter(index)),
                    h('span', { class: 'place' }, shown.names[index] || position(place)),
                    h(
                        'button',
                        { type: 'button', class: 'round', 'data-key': `remove${index}`, 'aria-label': `Remove place ${letter(index)}`, onclick: () => this.host.remove(index) },
                        icon(ICONS.close),
                    ),
                ),
            ),
        );
        const ordered = shown.mode.look === 'route';

        return [
            list,
            h(
                'div',
                { class: 'tools' },
                points.length >= shown.mode.least &&
                    shown.mode.name !== 'solver-view' &&
                    tool('add', ICONS.add, shown.adding ? 'Click on the map' : 'Add a place', () => this.host.add(), shown.adding),
                ordered && points.length > 1 && tool('reverse', ICONS.swap, 'Reverse', () => this.host.reverse()),
                tool('clear', ICONS.clear, 'Clear', () => this.host.clear()),
            ),
        ];
    }

    #figures(page: Page, shown: Shown): Node[] {
        const { figures } = shown;
        const { solvers } = page.status;
        const group = (device: string, label: string): Node[] => {
            const named = solvers.filter((solver) => solver.device === device);
            return named.length ? [optgroup(label, named.map((solver) => solver.name), page.state.solver)] : [];
        };
        const choice = h(
            'select',
            {
                'aria-label': 'Solver',
                'data-key': 'solver',
                onchange: (event) => page.update({ solver: (event.target as HTMLSelectElement).value }),
            },
            h('option', { value: 'auto', selected: page.state.solver === 'auto' }, 'Solver: automatic'),
            ...group('cpu', 'CPU'),
            ...group('cuda', 'GPU'),
        );
        const nodes: Node[] = [shown.mode.name === 'route' ? choice : h('span')];

        if (figures) nodes.unshift(h('p', {}, ...answered(figures)));
        if (figures?.note) nodes.push(h('p', { class: 'note' }, figures.note));
        return nodes;
    }
}

// Who answered, how long that took, and what came on top of it.
function answered(figures: Answered): (Node | string)[] {
    const all = microseconds(Math.round(figures.us / 100) * 100);
    const took = (us: number) => h('b', {}, microseconds(us));

    if (figures.search_us !== undefined) {
        return ['searched in ', took(figures.search_us), ', drawn in ', took(figures.draw_us ?? 0), ` · ${all} in all`];
    }
    if (!figures.solver) return ['answered in ', h('b', {}, all)];
    return [
        h('b', {}, figures.solver),
        ` on ${figures.device} in `,
        took(figures.solve_us ?? 0),
        h('span', { title: `${figures.queued_us} µs in the queue; the rest is HTTP, JSON and this page` }, ` · ${all} in all`),
    ];
}

function notice(page: Page, shown: Shown): Node[] {
    if (shown.notice) {
        return [h('p', { class: 'error' }, h('b', {}, shown.notice.words), shown.notice.more ? h('span', {}, shown.notice.more) : null)];
    }
    if (page.state.points.length < shown.mode.least) return [h('p', { class: 'hint' }, shown.mode.hint(page))];
    return [];
}

function tool(key: string, path: string, words: string, act: () => void, pressed = false): HTMLElement {
    return h('button', { type: 'button', 'data-key': key, 'aria-pressed': pressed ? 'true' : null, onclick: act }, icon(path), words);
}

function select(label: string, choices: [string, string][], chosen: string, choose: (value: string) => void): HTMLElement {
    return h(
        'select',
        { 'aria-label': label, 'data-key': label, onchange: (event) => choose((event.target as HTMLSelectElement).value) },
        ...choices.map(([value, words]) => h('option', { value, selected: value === chosen }, words)),
    );
}

function optgroup(label: string, names: string[], chosen: string): HTMLElement {
    return h('optgroup', { label }, ...names.map((name) => h('option', { value: name, selected: name === chosen }, name)));
}
