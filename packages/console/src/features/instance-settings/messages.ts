import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  instance: 'Instance',
  instanceSettingsSaved: 'Instance settings saved.',
  instanceSettings: 'Instance settings',
  instanceSettingsHelp: 'Stored on the instance, for every administrator who uses this console.',
  nameHelp: 'Shown at the top of every page, for example Production.',
  lockLabel: 'Lock read-only in this console',
  lockHelp: 'Everything can be viewed but not changed until someone unlocks it here. Other clients are not affected.',
  colour: 'Colour',
  lineInColour: 'Shown as a line at the top of every page. Selected: {colour}.',
  colourHelp: 'Shown as a line at the top of every page. Selected: none.',
  colourName:
    '{name, select, red {red} orange {orange} amber {amber} green {green} teal {teal} blue {blue} purple {purple} grey {grey} other {{name}}}',
  noColour: 'none',
})
