-- A backup from before `installation` was restored: its copy begins paused, unless it takes the original's place.
DO $$ BEGIN
  IF to_regclass('_restored_copy') IS NOT NULL THEN
    UPDATE installation SET paused_at = now() WHERE NOT (SELECT live FROM _restored_copy);
    DROP TABLE _restored_copy;
  END IF;
END $$;
