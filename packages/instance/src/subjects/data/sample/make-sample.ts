import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClosed } from '../../../engines/sqlite/sqlite-connection.ts'
import { workshopRows } from './workshop-rows.ts'

/** Creates the sample database at `file` atomically; does nothing if the file exists. */
export function makeSample(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  createClosed(draft)
  const database = new DatabaseSync(draft)
  try {
    // The draft is invisible to others until it is complete.
    database.exec('pragma journal_mode = off; pragma foreign_keys = on; begin')
    database.exec(workshopTables)
    for (const { table, rows } of workshopRows()) {
      const places = rows[0]?.map(() => '?').join(', ')
      const insert = database.prepare(`insert into ${table} values (${places})`)
      for (const row of rows) insert.run(...row)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
  renameSync(draft, file)
}

/** A joinery workshop: its customers, products, staff and orders. */
const workshopTables = `
create table customer (
  id integer primary key,
  name varchar(80) not null,
  is_company boolean not null default 0,
  email varchar(120) unique,
  city varchar(60) not null,
  country char(2) not null,
  customer_since date not null,
  credit_limit decimal(10,2),
  newsletter boolean not null default 0,
  note text,
  created_at timestamp not null default current_timestamp
);
create table contact (
  id integer primary key,
  customer_id integer not null references customer (id) on delete cascade,
  first_name varchar(40) not null,
  last_name varchar(40) not null,
  email varchar(120) not null unique,
  phone varchar(30),
  is_main boolean not null default 0
);
create index contact_customer on contact (customer_id);
create table staff (
  id integer primary key,
  first_name varchar(40) not null,
  last_name varchar(40) not null,
  job varchar(60) not null,
  manager_id integer references staff (id) on delete set null,
  hired_on date not null,
  works_from time not null,
  hourly_wage decimal(6,2) not null
);
create index staff_manager on staff (manager_id);
create table product (
  id integer primary key,
  sku varchar(12) not null unique,
  name varchar(80) not null,
  description text,
  price decimal(10,2) not null check (price >= 0),
  weight_kg double,
  in_stock integer not null default 0 check (in_stock >= 0),
  made_to_order boolean not null default 0,
  introduced_on date not null,
  measures json,
  picture blob
);
create table tag (
  id integer primary key,
  name varchar(30) not null unique
);
create table product_tag (
  product_id integer not null references product (id) on delete cascade,
  tag_id integer not null references tag (id) on delete cascade,
  primary key (product_id, tag_id)
);
create index product_tag_tag on product_tag (tag_id);
create table sales_order (
  id integer primary key,
  number varchar(12) not null unique,
  customer_id integer not null references customer (id),
  contact_id integer references contact (id) on delete set null,
  staff_id integer references staff (id) on delete set null,
  status varchar(12) not null default 'new' check (status in ('new', 'in work', 'ready', 'delivered', 'cancelled')),
  ordered_at datetime not null,
  due_on date,
  discount_percent decimal(4,1) not null default 0,
  note text
);
create index sales_order_customer on sales_order (customer_id);
create index sales_order_contact on sales_order (contact_id);
create index sales_order_staff on sales_order (staff_id);
create table order_line (
  id integer primary key,
  sales_order_id integer not null references sales_order (id) on delete cascade,
  position integer not null,
  product_id integer not null references product (id),
  quantity integer not null check (quantity > 0),
  unit_price decimal(10,2) not null,
  unique (sales_order_id, position)
);
create index order_line_product on order_line (product_id);
create view open_order as
  select sales_order.id, sales_order.number, customer.name as customer, sales_order.status, sales_order.due_on,
    round(sum(order_line.quantity * order_line.unit_price) * (1 - sales_order.discount_percent / 100), 2) as total
  from sales_order
  join customer on customer.id = sales_order.customer_id
  join order_line on order_line.sales_order_id = sales_order.id
  where sales_order.status in ('new', 'in work', 'ready')
  group by sales_order.id;
`
