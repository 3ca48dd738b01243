import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  instance: 'Instance',
  instanceSettingsSaved: 'Instance settings saved.',
  instanceSettings: 'Instance settings',
  storedOnTheInstanceEvery: 'Stored on the instance, for every administrator who uses this console.',
  cancel: 'Cancel',
  save: 'Save',
  name: 'Name',
  shownAtTheTopOf: 'Shown at the top of every page, for example Production.',
  lockReadOnlyInThis: 'Lock read-only in this console',
  everythingCanBeLookedAt:
    'Everything can be viewed but not changed until someone unlocks it here. Other clients are not affected.',
  colour: 'Colour',
  lineInColour: 'Shown as a line at the top of every page. Selected: {colour}.',
  lineInNoColour: 'Shown as a line at the top of every page. Selected: none.',
  colourName:
    '{name, select, red {red} orange {orange} amber {amber} green {green} teal {teal} blue {blue} purple {purple} grey {grey} other {{name}}}',
  noColour: 'none',
})
