import { findQuery, type RecordSource, userSource } from '../../widgets/record-picker/record-source.ts'

const adminSource: RecordSource = { ...userSource, collection: 'system/admin' }

/** Whoever can own an app: users, and administrators as far as they may be read. */
export const ownerSource: RecordSource = {
  ...userSource,
  get many() {
    return userSource.many
  },
  finds: {
    variant: 'owners',
    async find({ text, most, client }) {
      const people = [userSource, adminSource].map((source) => client.fetchQuery(findQuery(source, text)))
      const found = (await Promise.allSettled(people)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [],
      )
      const records = found.flatMap((each) => each.records)
      return { records: records.slice(0, most), more: records.length > most || found.some(({ more }) => more) }
    },
  },
}
