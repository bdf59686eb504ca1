package cmpthese;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads the classes of one snippet from the directory that javac wrote. */
final class Loader extends ClassLoader {
    private final String directory;

    /** `flags` are those that javac got; null for none. */
    Loader(String directory, List<?> flags) {
        super(above(flags == null ? List.of() : flags));
        this.directory = directory;
    }

    /** The class path that javac was told, the last where there are several. */
    private static String told(List<?> flags) {
        String path = System.getenv("CLASSPATH");
        for (int index = 0; index < flags.size(); index++) {
            String flag = (String) flags.get(index);
            boolean isNext = List.of("-cp", "-classpath", "--class-path").contains(flag) && index + 1 < flags.size();
            if (isNext) path = (String) flags.get(index + 1);
            if (flag.startsWith("--class-path=")) path = flag.substring("--class-path=".length());
        }
        return path;
    }

    /** What javac found by its flags, or by CLASSPATH, is found there, or, as javac does without both, in the directory that the program was started in. */
    private static ClassLoader above(List<?> flags) {
        String path = told(flags);
        ClassLoader host = Loader.class.getClassLoader();
        try {
            List<URL> urls = new ArrayList<>();
            for (String place : (path == null || path.isEmpty() ? "." : path).split(File.pathSeparator, -1)) {
                // As javac and java have it: nothing is the directory itself, a star all archives of one.
                File[] archives = place.endsWith("*") ? new File(place).getAbsoluteFile().getParentFile().listFiles() : null;
                if (archives == null) urls.add(new File(place.isEmpty() ? "." : place).toURI().toURL());
                else for (File file : archives) if (file.getName().toLowerCase().endsWith(".jar")) urls.add(file.toURI().toURL());
            }
            return new URLClassLoader(urls.toArray(new URL[0]), host);
        } catch (MalformedURLException error) {
            return host;
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Path file = Path.of(directory, name.replace('.', '/') + ".class");
            boolean isOurs = !name.startsWith("java.") && !name.startsWith("cmpthese.") && Files.exists(file);
            if (!isOurs) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defined(name, file);
        }
    }

    private Class<?> defined(String name, Path file) throws ClassNotFoundException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException error) {
            throw new ClassNotFoundException(name, error);
        }
    }
}
