package cmpthese;

/** The parts of a snippet, which are the classes that extend this one, each the one before. */
public abstract class Snippet {
    public void cmpthese_setup() throws Throwable {}

    public void cmpthese_variant_setup() throws Throwable {}

    public abstract Code cmpthese_code();

    public boolean cmpthese_has_before_each() {
        return false;
    }

    public void cmpthese_before_each() throws Throwable {}

    public void cmpthese_teardown() throws Throwable {}
}
