-- Which hand got which card is told once, with the order, and of nothing else.
CREATE TRIGGER rng_shoe_deal BEFORE INSERT OR UPDATE OF deal ON rng_shoe FOR EACH ROW
WHEN (NEW.deal IS NOT NULL AND (NEW.state <> 'retired' OR NEW."order" IS NULL))
EXECUTE FUNCTION rng_shoe_forbid('who got which card is told with the order');
