// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.rpcrdma.bench.argument.FileUse.Kind;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.load.BundledCaptures;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Checks the files named on a command line before the command starts. Rejects an output file that cannot be written, or
 * that is also an input or another output.
 */
public final class FileUses {
    /** A file or folder that an option names; the path is null for standard output. */
    private record Used(String option, Kind kind, Path path) {
        boolean isWritten() {
            return kind == Kind.WRITTEN || kind == Kind.WRITTEN_TO_DISK;
        }
    }

    private FileUses() {}

    /** Checks the files named on a command line. */
    public static void check(final ParseResult parsed) {
        check(parsed, "", List.of());
    }

    /**
     * Checks the files named on a command line, and other files that the command reads.
     *
     * @param label  the option that named the other files.
     * @param others the names of files or bundled captures.
     */
    public static void check(final ParseResult parsed, final String label, final Collection<String> others) {
        final List<Used> all = new ArrayList<>();
        others.forEach(name -> all.add(new Used(label, Kind.READ, BundledCaptures.path(name))));
        for (final ArgSpec argument : new LinkedHashSet<>(parsed.matchedArgs())) {
            if (kind(argument) != null && argument.getValue() != null) {
                final Object value = argument.getValue();
                final Collection<?> names = value instanceof Collection<?> several ? several : List.of(value);
                names.forEach(name -> add(all, used(argument, name.toString())));
            }
        }
        all.stream().filter(file -> file.isWritten() && file.path != null).forEach(FileUses::checkWritable);
    }

    /** Returns the use of the files that an argument names, or null if the argument names no files. */
    public static Kind kind(final ArgSpec argument) {
        final FileUse use = argument.userObject() instanceof Field field ? field.getAnnotation(FileUse.class) : null;
        return use == null ? null : use.value();
    }

    private static Used used(final ArgSpec argument, final String name) {
        final String label = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        final Kind kind = kind(argument);
        if (kind == Kind.READ) {
            return new Used(label, kind, BundledCaptures.path(name));
        }
        final boolean isOutput = kind == Kind.STANDARD_OUTPUT || StandardOutput.isNamedBy(name);
        if (isOutput && (kind == Kind.WRITTEN_TO_DISK || kind == Kind.FOLDER)) {
            throw new InputException(label + " must name a " + (kind == Kind.FOLDER ? "folder" : "file")
                    + ", not standard output: " + name);
        }
        return new Used(label, kind, isOutput ? null : Path.of(name));
    }

    private static void add(final List<Used> before, final Used file) {
        for (final Used other : before) {
            if (file.path == null && other.path == null) {
                throw new InputException(other.option + " and " + file.option + " are both standard output");
            }
            if (file.path != null
                    && other.path != null
                    && (file.isWritten() || other.isWritten())
                    && isSame(file.path, other.path)) {
                throw new InputException(file.option + " and " + other.option + " are the same file: " + file.path);
            }
        }
        before.add(file);
    }

    /**
     * Returns true if two paths name the same file, which need not exist. Returns false for devices and pipes, because
     * writing to them destroys no data.
     */
    private static boolean isSame(final Path one, final Path other) {
        try {
            return Files.exists(one) && Files.exists(other)
                    ? Files.isSameFile(one, other) && (Files.isRegularFile(one) || Files.isDirectory(one))
                    : one.toAbsolutePath()
                            .normalize()
                            .equals(other.toAbsolutePath().normalize());
        } catch (final IOException e) {
            return false; // the file was deleted between the checks
        }
    }

    private static void checkWritable(final Used file) {
        final Path folder = file.path.toAbsolutePath().getParent();
        if (Files.isDirectory(file.path) || !Files.isDirectory(folder)) {
            throw new InputException(file.option + " must name a file in an existing folder: " + file.path);
        }
        if (!Files.isWritable(Files.exists(file.path) ? file.path : folder)) {
            throw new InputException(file.option + " cannot be written: " + file.path + ": permission denied");
        }
    }
}
