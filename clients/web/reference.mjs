// reference: api/openapi.yaml as a page: each operation with what it takes and answers, then
// the schemas. Plain HTML: what draws such files in the browser is 330 to 480 KiB of script,
// packed, and sets styles that the page's Content-Security-Policy forbids.
import { parse } from 'yaml';

const methods = ['get', 'put', 'post', 'patch', 'delete'];

export function reference(text, markdown, source) {
    return new Reference(parse(text, { merge: true, maxAliasCount: -1 }), markdown, source).page();
}

class Reference {
    constructor(api, markdown, source) {
        this.api = api;
        this.markdown = markdown;
        this.env = { source, headings: [] };
    }

    // Its words name documents as "docs/osrm.md".
    words(text = '', whole = false) {
        const linked = text.replace(/docs\/([a-z-]+)\.md/g, '[$&](../$&)');
        return whole ? this.markdown.render(linked, this.env) : this.markdown.renderInline(linked, this.env);
    }

    code(value) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return `<code>${this.markdown.utils.escapeHtml(text)}</code>`;
    }

    // What a $ref names, and its name.
    resolve(thing) {
        if (!thing?.$ref) return { thing };
        const path = thing.$ref.slice('#/'.length).split('/');
        return { thing: path.reduce((at, key) => at[key], this.api), name: path.at(-1) };
    }

    heading(level, id, inside) {
        return `<${level} id="${id}"><a class="anchor" href="#${id}">${inside}</a></${level}>\n`;
    }

    table(titles, rows) {
        const cells = (tag, row) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
        const head = cells('th', titles);
        return `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table></div>\n`;
    }

    // ---- Schemas ----------------------------------------------------------------

    type(schema) {
        if (schema.$ref) {
            const { name } = this.resolve(schema);
            return `<a href="#schema-${name}">${name}</a>`;
        }
        const some = schema.oneOf ?? schema.anyOf;
        if (some) return some.map((each) => this.type(each)).join(' or ');
        if (schema.allOf) return schema.allOf.map((each) => this.type(each)).join(' and ');
        if ('const' in schema) return this.code(schema.const);
        if (schema.enum) return schema.enum.map((each) => this.code(each)).join(', ');
        if (schema.prefixItems) return `[${schema.prefixItems.map((each) => this.type(each)).join(', ')}]`;
        if (schema.items) return `list of ${this.type(schema.items)}`;
        return [schema.type ?? (schema.properties ? 'object' : 'anything')].flat().join(' or ');
    }

    limits(schema) {
        const { minimum, maximum, exclusiveMinimum, minItems, maxItems, maxLength } = schema;
        const parts = [];
        if (minimum !== undefined) parts.push(`from ${minimum}`);
        if (exclusiveMinimum !== undefined) parts.push(`above ${exclusiveMinimum}`);
        if (maximum !== undefined) parts.push(`to ${maximum}`);
        if (minItems && !schema.prefixItems) parts.push(`at least ${minItems}`);
        if (maxItems) parts.push(`at most ${maxItems}`);
        if (maxLength) parts.push(`up to ${maxLength} letters`);
        return parts.length ? ` <small>${parts.join(' ')}</small>` : '';
    }

    default(schema) {
        return schema.default === undefined ? '' : ` Default: ${this.code(schema.default)}.`;
    }

    members(schema) {
        const { properties = {}, required = [] } = schema;
        const rows = Object.entries(properties).map(([name, each]) => [
            `${this.code(name)}${required.includes(name) ? '' : ' <small>optional</small>'}`,
            this.type(each) + this.limits(each),
            this.words(each.description) + this.default(each),
        ]);
        return rows.length ? this.table(['Member', 'Type', ''], rows) : '';
    }

    schema([name, schema]) {
        const type = schema.properties && !schema.allOf ? 'object' : this.type(schema) + this.limits(schema);
        const more = schema.properties && schema.allOf ? ', and:' : '';
        const inner = (schema.oneOf ?? schema.anyOf ?? [schema.items]).filter((each) => each?.properties);
        return [
            this.heading('h3', `schema-${name}`, name),
            this.words(schema.description, true),
            `<p>${type}${more}</p>\n`,
            this.members(schema),
            ...inner.map((each) => this.members(each)),
        ].join('');
    }

    // ---- Operations -------------------------------------------------------------

    parameters(list) {
        const rows = list.map((each) => {
            const { thing } = this.resolve(each);
            const first = [thing.example ?? Object.values(thing.examples ?? {})[0]?.value ?? []].flat();
            return [
                `${this.code(thing.name)}${thing.required ? '' : ' <small>optional</small>'}`,
                thing.in,
                this.type(thing.schema) + this.limits(thing.schema),
                this.words(thing.description) + this.default(thing.schema),
                first.length ? this.code(String(thing.explode ? first[0] : first)) : '',
            ];
        });
        return rows.length ? this.table(['Parameter', 'In', 'Type', '', 'Example'], rows) : '';
    }

    content(content = {}) {
        const forms = Object.entries(content).map(([media, { schema }]) => {
            const type = schema ? `: ${this.type(schema)}` : '';
            return `${this.code(media)}${type}${schema?.description ? `. ${this.words(schema.description)}` : ''}`;
        });
        return forms.join('<br>');
    }

    body({ content } = {}) {
        if (!content) return '';
        const examples = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
        const shown = examples.map(({ value }) => this.code(value)).join('\n');
        return `<h4>Body</h4><p>${this.content(content)}</p>${shown ? `<pre tabindex="0">${shown}</pre>` : ''}\n`;
    }

    answers(responses) {
        const rows = Object.entries(responses).map(([status, each]) => {
            const { thing } = this.resolve(each);
            return [status, this.words(thing.description), this.content(thing.content)];
        });
        return `<h4>Answers</h4>${this.table(['Status', '', 'Content'], rows)}`;
    }

    operation({ path, method, all, operation }) {
        const name = `<span class="method">${method.toUpperCase()}</span> ${this.code(path)}`;
        return [
            this.heading('h3', operation.operationId, name),
            this.words(operation.summary, true),
            this.words(operation.description, true),
            this.parameters([...all, ...(operation.parameters ?? [])]),
            this.body(this.resolve(operation.requestBody).thing),
            this.answers(operation.responses),
        ].join('');
    }

    operations() {
        return Object.entries(this.api.paths).flatMap(([path, item]) =>
            methods
                .filter((method) => item[method])
                .map((method) => ({ path, method, all: item.parameters ?? [], operation: item[method] })),
        );
    }

    // The operations of a tag: their list, and each.
    part({ name, description, 'x-displayName': title }) {
        const own = this.operations().filter(({ operation }) => operation.tags.includes(name));
        const rows = own.map(({ path, method, operation }) => [
            `<a href="#${operation.operationId}">${method.toUpperCase()} ${this.code(path)}</a>`,
            this.words(operation.summary),
        ]);
        return [
            this.heading('h2', name, title),
            this.words(description, true),
            this.table(['Operation', ''], rows),
            ...own.map((each) => this.operation(each)),
        ].join('');
    }

    page() {
        const parts = this.api.tags.map((tag) => this.part(tag));
        const schemas = Object.entries(this.api.components.schemas).map((each) => this.schema(each));
        const sections = [
            ...this.api.tags.map(({ name, 'x-displayName': title }) => ({ id: name, text: title })),
            { id: 'schemas', text: 'Schemas' },
        ];
        return {
            html: `<h1>API reference</h1>${this.words(this.api.info.description, true)}${parts.join('')}${this.heading('h2', 'schemas', 'Schemas')}${schemas.join('')}`,
            sections,
        };
    }
}
