import type { PromptOffer } from '../surface.ts'
import { rows } from '../tools/custom/custom-settings.ts'

interface Written {
  readonly name: string
  readonly description: string
  readonly text: string
}

/** Prompts that every service offers. */
const shipped: readonly Written[] = [
  {
    name: 'explore',
    description: 'What data there is, and what it is about.',
    text: 'Call get_data_model. Then tell me in plain words what data there is, how the tables belong together, and five questions that it can answer.',
  },
  {
    name: 'report',
    description: 'A short report on a subject.',
    text: 'Make a short report on {subject}: find the tables that matter, sum up with aggregate_data where you can, and show the figures as a table with one sentence for each finding.',
  },
  {
    name: 'check_data',
    description: 'What is odd in a table.',
    text: 'Look for what is odd in the table {table}: missing values, duplicates, values out of range, broken references. Name counts and examples, and change nothing.',
  },
]

/** The prompts that people choose by name: those in the settings, and the built-in ones with other names. */
export function promptsOf(config: Readonly<Record<string, unknown>>): readonly PromptOffer[] {
  const own = rows(config.prompts).map(({ name, description, text }) => ({
    ...{ name: String(name), description: String(description ?? ''), text: String(text) },
  }))
  const taken = new Set(own.map(({ name }) => name))
  return [...own, ...shipped.filter(({ name }) => !taken.has(name))].map(offer)
}

function offer({ name, description, text }: Written): PromptOffer {
  const named = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, argument = '']) => argument))]
  return {
    name,
    description,
    arguments: named.map((argument) => ({ name: argument, required: true })),
    fill: (args) => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: filled(text, args) } }],
    }),
  }
}

function filled(text: string, args: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => args[name] ?? found)
}
