const field = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  length: 0,
  precision: 0,
  scale: 0,
  digits: 0,
  nillable: true,
  createable: true,
  updateable: true,
  ...more,
})

/** The table of the suite in the form of `describe` for an object. */
export const objectFields = [
  field('Id', 'id', { length: 18, nillable: false, createable: false, updateable: false }),
  field('no', 'int', { digits: 9 }),
  field('name', 'string', { length: 40, nillable: false }),
  field('qty', 'int', { digits: 9 }),
  field('price', 'currency', { precision: 12, scale: 2 }),
  field('ok', 'boolean'),
  field('made', 'date'),
  field('at', 'datetime'),
  field('note', 'string', { length: 200 }),
]
