import type { Executor } from "./client";
import { execute, query, type Sql, sql } from "./sql";
import type { Tx } from "./transaction";

/** How the centre presents itself; null: as the environment says. */
export type BrandRow = {
  name: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  /** `#rrggbb` */
  colour: string | null;
  version: number;
};

/** Width and height of the logo in pixels; null: there is none. */
export type BrandWithLogo = BrandRow & { logo: { width: number; height: number } | null };

/** `logo-source`: as it was uploaded, made smaller; `logo`: the same on a background on which it shows. */
export type BrandImageKind =
  | "logo-source"
  | "logo"
  | "icon-192"
  | "icon-512"
  | "icon-maskable-512"
  | "apple-touch-icon"
  | "favicon-48";
/** A PNG. */
export type BrandImageRow = { kind: BrandImageKind; width: number; height: number; content: Buffer };

const FIELDS = sql`name, contact_phone AS "contactPhone", contact_email AS "contactEmail",
  brand_colour AS colour, brand_version AS version`;

export function findBrand(on: Executor): Promise<BrandWithLogo> {
  return single<BrandWithLogo>(
    on,
    sql`SELECT ${FIELDS}, (SELECT json_build_object('width', width, 'height', height)
                             FROM brand_images WHERE kind = 'logo') AS logo
          FROM centre_settings`,
  );
}

/** Returns how the centre presents itself and locks it until the transaction ends. */
export function lockBrand(tx: Tx): Promise<BrandRow> {
  return single<BrandRow>(tx, sql`SELECT ${FIELDS} FROM centre_settings FOR NO KEY UPDATE`);
}

/** Writes everything but the version, which grows by one. */
export async function updateBrand(
  tx: Tx,
  { name, contactPhone, contactEmail, colour }: Omit<BrandRow, "version">,
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE centre_settings SET name = ${name}, contact_phone = ${contactPhone}, contact_email = ${contactEmail},
               brand_colour = ${colour}, brand_version = brand_version + 1`,
  );
}

/** Puts these images in the place of all that there are. */
export async function replaceBrandImages(tx: Tx, images: readonly BrandImageRow[]): Promise<void> {
  await tx.brandImage.deleteMany();
  await tx.brandImage.createMany({
    data: images.map(({ content, ...image }) => ({ ...image, content: Uint8Array.from(content) })),
  });
}

export async function findBrandImage(on: Executor, kind: BrandImageKind): Promise<BrandImageRow | null> {
  const rows = await query<BrandImageRow>(
    on,
    sql`SELECT kind, width, height, content FROM brand_images WHERE kind = ${kind}`,
  );
  return rows[0] ?? null;
}

/** What an empty centre has so far, and the first teacher that the next step is about. */
export type GuideRow = {
  isHidden: boolean;
  centre: boolean;
  prices: boolean;
  teachers: boolean;
  subjects: boolean;
  students: boolean;
  payments: boolean;
  relations: boolean;
  lessons: boolean;
  /** A teacher without subjects, else any. */
  teacherId: string | null;
};

export function findGuide(on: Executor): Promise<GuideRow> {
  return single<GuideRow>(
    on,
    sql`SELECT is_guide_hidden AS "isHidden", name IS NOT NULL AS centre,
               EXISTS (SELECT FROM prices) OR EXISTS (SELECT FROM packages) AS prices,
               EXISTS (SELECT FROM users WHERE role = 'Teacher' AND NOT is_disabled) AS teachers,
               EXISTS (SELECT FROM teacher_subjects) AS subjects,
               EXISTS (SELECT FROM users WHERE role = 'Student' AND NOT is_disabled) AS students,
               EXISTS (SELECT FROM payments WHERE deleted_at IS NULL) AS payments,
               EXISTS (SELECT FROM teaching_relations) AS relations,
               EXISTS (SELECT FROM lessons) AS lessons,
               (SELECT u.id FROM users u WHERE u.role = 'Teacher' AND NOT u.is_disabled
                 ORDER BY EXISTS (SELECT FROM teacher_subjects s WHERE s.teacher_id = u.id), u.created_at LIMIT 1)
                 AS "teacherId"
          FROM centre_settings`,
  );
}

export async function hideGuide(tx: Tx): Promise<boolean> {
  return (
    (await execute(tx, sql`UPDATE centre_settings SET is_guide_hidden = true WHERE NOT is_guide_hidden`)) > 0
  );
}

async function single<Row extends object>(on: Executor, statement: Sql): Promise<Row> {
  const [row] = await query<Row>(on, statement);
  if (!row) throw new Error("the row of the centre's settings is missing");
  return row;
}
