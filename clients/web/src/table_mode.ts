// table_mode: from all places to all places at once.
import type { LineString, Place, TableAnswer } from '../../js/relaxd.js';
import { h, segments } from './dom';
import { Latest } from '../../maplibre/latest.js';
import { collection, feature } from './line';
import type { ModeView, Page } from './mode';
import * as words from './words';

const POINTS_MAX = 12;

export class TableMode implements ModeView {
    readonly name = 'table';
    readonly title = 'Table';
    readonly look = 'plain';
    readonly least = 2;
    #table: TableAnswer | null = null;
    #cell: [number, number] | null = null;
    #latest = new Latest();
    #line = new Latest();

    offered(page: Page): boolean {
        return page.served.profile !== null;
    }

    hint(page: Page): string {
        return page.state.points.length ? 'Click on more places.' : 'Click on several places for a table of all routes between them.';
    }

    place(page: Page, place: Place): Place[] {
        return [...page.state.points, place].slice(-POINTS_MAX);
    }

    ask(page: Page): void {
        const { points } = page.state;
        const began = performance.now();

        this.#latest.ask(
            () => page.client.table(points, points, { ...page.queryOptions(), metrics: ['duration', 'distance'] }),
            (answer) => {
                page.answered(answer, (performance.now() - began) * 1000);
                this.#table = answer;
                this.#cell = null;
                page.view.draw('route');
                page.render();
            },
            (error) => {
                this.clear(page);
                page.failed(error);
            },
        );
    }

    controls(page: Page): Node[] {
        const choices = [['duration', 'Time'], ['distance', 'Distance']] as const;

        return [h('div', { class: 'settings' }, segments('Measure', choices, page.state.metric, (metric) => page.update({ metric })))];
    }

    answer(page: Page): Node[] {
        const table = this.#table;
        if (!table) return [];
        const cells = (page.state.metric === 'duration' ? table.durations : table.distances) ?? [];

        return [
            h(
                'div',
                { class: 'matrix', tabindex: 0, role: 'region', 'aria-label': 'Table' },
                h(
                    'table',
                    {},
                    h('thead', {}, h('tr', {}, h('td'), ...cells.map((_, to) => h('th', { scope: 'col' }, words.letter(to))))),
                    h('tbody', {}, ...cells.map((row, from) => this.#row(page, row, from))),
                ),
            ),
        ];
    }

    clear(page: Page): void {
        this.#latest.drop();
        this.#line.drop();
        this.#table = null;
        this.#cell = null;
        page.view.draw('route');
    }

    #row(page: Page, row: (number | null)[], from: number): HTMLElement {
        const say = page.state.metric === 'duration' ? words.duration : words.distance;
        const most = Math.max(...row.map((value) => value ?? 0), 1);

        return h(
            'tr',
            {},
            h('th', { scope: 'row' }, words.letter(from)),
            ...row.map((value, to) => {
                if (from === to) return h('td', { class: 'self' }, '·');
                if (value === null) return h('td', { class: 'none', title: 'no route' }, '–');
                const pressed = this.#cell?.[0] === from && this.#cell[1] === to;
                const button = h(
                    'button',
                    {
                        type: 'button',
                        'data-key': `cell${from}-${to}`,
                        'aria-pressed': String(pressed),
                        'aria-label': `${words.letter(from)} to ${words.letter(to)}: ${say(value)}`,
                        onclick: () => this.#show(page, from, to),
                    },
                    say(value),
                );
                button.style.setProperty('--part', (value / most).toFixed(3));
                return h('td', {}, button);
            }),
        );
    }

    // The way behind a cell.
    #show(page: Page, from: number, to: number): void {
        const { points } = page.state;

        this.#cell = [from, to];
        page.render();
        this.#line.ask(
            () => page.client.route([points[from], points[to]], { ...page.queryOptions(), nodes: false }),
            ({ geometry }) => page.view.draw('route', collection([feature((geometry as LineString | null)?.coordinates ?? [])])),
            () => undefined,
        );
    }
}
