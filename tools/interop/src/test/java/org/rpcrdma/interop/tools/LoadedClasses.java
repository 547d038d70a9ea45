// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;

/** Loads the classes in jar files, so that the JVM archives them when it exits. */
final class LoadedClasses {
    private static final String SUFFIX = ".class";

    private LoadedClasses() {}

    public static void main(final String[] jars) throws IOException {
        for (final String jar : jars) {
            for (final String name : names(jar)) {
                load(name);
            }
        }
    }

    private static List<String> names(final String jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(SUFFIX) && !name.contains("-"))
                    .map(name ->
                            name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
                    .toList();
        }
    }

    private static void load(final String name) {
        try {
            Class.forName(name, false, LoadedClasses.class.getClassLoader());
        } catch (final ClassNotFoundException | LinkageError e) {
            // The class depends on a class that no job includes, so it is not archived.
        }
    }
}
