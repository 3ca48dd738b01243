export interface WorkshopProduct {
  readonly sku: string
  readonly name: string
  readonly description: string
  readonly price: number
  readonly weight: number
  /** Width, depth and height in centimetres. */
  readonly measures: readonly [number, number, number]
  readonly tags: readonly string[]
}

const rows: readonly (readonly [string, string, string, number, number, readonly [number, number, number], string])[] =
  [
    ['TBL-100', 'Dining table Weir', 'Solid oak, for six, oiled.', 1480, 62, [180, 90, 75], 'table oak indoor'],
    ['TBL-120', 'Dining table Weir, long', 'Solid oak, for ten, oiled.', 1960, 84, [260, 95, 75], 'table oak indoor'],
    ['TBL-210', 'Kitchen table Ford', 'Ash with a drawer.', 890, 38, [140, 80, 75], 'table ash indoor'],
    ['TBL-300', 'Coffee table Pebble', 'Walnut, rounded all over.', 540, 19, [95, 60, 38], 'table walnut indoor'],
    ['TBL-410', 'Garden table Reed', 'Larch that weathers to silver.', 720, 41, [160, 85, 74], 'table larch outdoor'],
    ['TBL-500', 'Workbench Anvil', 'Beech, with two vices.', 1290, 96, [200, 70, 88], 'table beech workshop'],
    ['CHR-100', 'Chair Weir', 'Oak with a woven seat.', 310, 5.2, [46, 52, 82], 'chair oak indoor'],
    ['CHR-110', 'Chair Weir with arms', 'Oak with a woven seat.', 385, 6.4, [58, 54, 82], 'chair oak indoor'],
    ['CHR-210', 'Kitchen chair Ford', 'Ash, stackable.', 240, 4.3, [44, 49, 80], 'chair ash indoor stackable'],
    [
      'CHR-300',
      'Reading chair Heron',
      'Walnut, upholstered in wool.',
      980,
      14.5,
      [72, 78, 104],
      'chair walnut upholstered indoor',
    ],
    ['CHR-410', 'Garden chair Reed', 'Larch, folds flat.', 190, 4.9, [48, 55, 86], 'chair larch outdoor'],
    ['STL-100', 'Stool Cork', 'Turned from one piece of ash.', 120, 2.8, [34, 34, 45], 'stool ash indoor'],
    ['STL-200', 'Bar stool Gannet', 'Oak with a brass rail.', 265, 5.9, [38, 38, 74], 'stool oak indoor'],
    ['STL-310', 'Step stool Ladder', 'Beech, two steps.', 95, 3.1, [42, 40, 44], 'stool beech indoor stackable'],
    ['BNC-100', 'Bench Weir', 'Oak, goes with the table.', 620, 23, [170, 36, 45], 'bench oak indoor'],
    ['BNC-200', 'Hall bench Latch', 'Ash, with room for shoes.', 450, 21, [110, 38, 48], 'bench ash indoor storage'],
    ['BNC-410', 'Garden bench Reed', 'Larch, for three.', 560, 27, [165, 58, 84], 'bench larch outdoor'],
    ['SHL-100', 'Bookcase Tower', 'Oak, six shelves.', 840, 48, [80, 32, 210], 'shelf oak indoor storage'],
    ['SHL-110', 'Bookcase Tower, low', 'Oak, three shelves.', 490, 27, [80, 32, 105], 'shelf oak indoor storage'],
    ['SHL-200', 'Wall shelf Ledge', 'Walnut, hidden fittings.', 135, 3.9, [90, 22, 4], 'shelf walnut indoor'],
    [
      'SHL-310',
      'Workshop rack',
      'Beech, carries a hundred kilograms a shelf.',
      380,
      36,
      [120, 45, 190],
      'shelf beech workshop storage',
    ],
    ['CAB-100', 'Sideboard Lock', 'Walnut, with four doors.', 2150, 78, [190, 46, 78], 'cabinet walnut indoor storage'],
    [
      'CAB-200',
      'Wardrobe Alder',
      'Alder, with mirrors inside.',
      1870,
      112,
      [150, 60, 205],
      'cabinet alder indoor storage',
    ],
    [
      'CAB-310',
      'Tool cabinet Chisel',
      'Beech, hangs on the wall.',
      640,
      29,
      [90, 28, 75],
      'cabinet beech workshop storage',
    ],
    ['BED-100', 'Bed Eddy', 'Oak, without a single screw.', 1580, 71, [160, 208, 85], 'bed oak indoor'],
    ['BED-110', 'Bed Eddy, wide', 'Oak, without a single screw.', 1790, 80, [180, 208, 85], 'bed oak indoor'],
    ['BED-200', "Children's bed Otter", 'Ash, grows along.', 780, 39, [80, 170, 70], 'bed ash indoor'],
    ['DSK-100', 'Desk Ferry', 'Oak, with a leather pad.', 1240, 52, [150, 75, 74], 'table oak indoor'],
    ['DSK-210', 'Standing desk Heron', 'Ash, raised by a crank.', 1390, 58, [160, 80, 70], 'table ash indoor'],
    ['LMP-100', 'Lamp Lantern', 'Turned walnut with a linen shade.', 210, 2.2, [30, 30, 52], 'lamp walnut indoor'],
    ['LMP-210', 'Floor lamp Reed', 'Ash on three legs.', 330, 4.6, [52, 52, 155], 'lamp ash indoor'],
    ['BRD-100', 'Bread board', 'Beech, with a groove.', 38, 1.3, [42, 28, 2.5], 'board beech kitchen'],
    ['BRD-110', 'Cheese board', 'Walnut, one side live edge.', 52, 1.1, [38, 20, 2], 'board walnut kitchen'],
    ['BOX-100', 'Tea box', 'Alder, for six kinds.', 64, 0.9, [28, 20, 9], 'box alder kitchen storage'],
    ['BOX-210', 'Toy chest Otter', 'Ash, closes softly.', 295, 15.5, [90, 45, 48], 'box ash indoor storage'],
    ['SWG-410', 'Swing Branch', 'Larch and hemp, for two.', 340, 12.8, [120, 45, 60], 'swing larch outdoor'],
  ]

export const products: readonly WorkshopProduct[] = rows.map(
  ([sku, name, description, price, weight, measures, tags]) => ({
    sku,
    name,
    description,
    price,
    weight,
    measures,
    tags: tags.split(' '),
  }),
)

/** In order of first use by a product. */
export const tags: readonly string[] = [...new Set(products.flatMap((product) => product.tags))]

/** RGB color of each wood, for the pictures. */
export const woods: Readonly<Record<string, readonly [number, number, number]>> = {
  oak: [196, 156, 98],
  ash: [222, 198, 156],
  walnut: [96, 66, 46],
  larch: [206, 140, 84],
  beech: [214, 172, 126],
  alder: [190, 126, 82],
}
