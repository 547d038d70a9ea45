// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.FileUse.Kind;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.WritableFiles;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The files that a command line names. Refused before the command does anything: a file that is written and also read,
 * or written by another option, whatever names it has; and one that cannot be written.
 */
public final class FileUses {
    private static final Set<Kind> WRITTEN = EnumSet.of(Kind.WRITTEN, Kind.WRITTEN_TO_DISK);

    /** The files of {@code > FILE} and {@code 2> FILE}. */
    private final List<UsedFile> streams = List.of(
            UsedFile.of("standard output", Path.of("/dev/fd/1")), UsedFile.of("standard error", Path.of("/dev/fd/2")));

    private final List<UsedFile> read = new ArrayList<>();
    private final List<UsedFile> written = new ArrayList<>();
    private final List<UsedFolder> folders = new ArrayList<>();
    private final WritableFiles writable = new WritableFiles();
    /** The option that has standard output; null if none has. */
    private String ofStandardOutput;

    private FileUses() {}

    /** Checks the files that a command line names. */
    public static void check(final ParseResult parsed) throws IOException {
        check(parsed, "", List.of());
    }

    /**
     * Checks them, and files that are read beside them.
     *
     * @param label  the option that names them
     * @param others their names
     */
    public static void check(final ParseResult parsed, final String label, final Collection<String> others)
            throws IOException {
        final FileUses uses = new FileUses();
        try (uses.writable) {
            others.forEach(name -> uses.read.add(UsedFile.read(label, name)));
            // Files to read must exist: they are checked before any file is created.
            forEach(parsed, EnumSet.of(Kind.READ), uses::addRead);
            forEach(parsed, EnumSet.of(Kind.FOLDER), FileUses::checkFolder);
            forEach(parsed, EnumSet.of(Kind.OWN_FOLDER), uses::addFolder);
            forEach(parsed, EnumSet.of(Kind.STANDARD_OUTPUT), (argument, given) -> uses.takeStandardOutput(argument));
            forEach(parsed, WRITTEN, uses::addWritten);
            uses.refuse();
        }
    }

    /** Returns the use of the files that an argument names; null if it names none. */
    public static Kind kind(final ArgSpec argument) {
        final FileUse use = use(argument);
        return use == null ? null : use.value();
    }

    private static FileUse use(final ArgSpec argument) {
        return argument.userObject() instanceof Field field ? field.getAnnotation(FileUse.class) : null;
    }

    private static void forEach(
            final ParseResult parsed, final Set<Kind> kinds, final BiConsumer<ArgSpec, String> action) {
        for (final ArgSpec argument : new LinkedHashSet<>(parsed.matchedArgs())) {
            if (kinds.contains(kind(argument)) && argument.getValue() != null) {
                final Object value = argument.getValue();
                final Collection<?> names = value instanceof Collection<?> several ? several : List.of(value);
                names.forEach(name -> action.accept(argument, name.toString()));
            }
        }
    }

    private static String label(final ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private void addRead(final ArgSpec argument, final String name) {
        read.add(UsedFile.read(label(argument), name));
    }

    private static void checkFolder(final ArgSpec argument, final String name) {
        if (StandardOutput.isNamedBy(name)) {
            throw new InputException(label(argument) + " must name a folder, not standard output: " + name);
        }
    }

    private void addFolder(final ArgSpec argument, final String name) {
        checkFolder(argument, name);
        folders.add(UsedFolder.of(label(argument), Path.of(name), use(argument).files()));
    }

    private void addWritten(final ArgSpec argument, final String name) {
        final String option = label(argument);
        if (!StandardOutput.isNamedBy(name)) {
            final Path file = Path.of(name);
            if (folders.stream().noneMatch(folder -> folder.isToBeMadeFor(file))) {
                writable.check(option, file);
            }
            written.add(UsedFile.written(option, file));
        } else if (kind(argument) == Kind.WRITTEN_TO_DISK) {
            throw new InputException(option + " must name a file, not standard output: " + name);
        } else {
            takeStandardOutput(argument);
        }
    }

    private void takeStandardOutput(final ArgSpec argument) {
        final String option = label(argument);
        if (ofStandardOutput != null) {
            throw new InputException(ofStandardOutput + " and " + option + " are both standard output");
        }
        ofStandardOutput = option;
    }

    private void refuse() {
        for (int i = 0; i < written.size(); i++) {
            final UsedFile file = written.get(i);
            Stream.of(streams, read, written.subList(0, i))
                    .flatMap(List::stream)
                    .forEach(file::refuseSame);
            folders.forEach(folder -> folder.refuse(file));
        }
        for (final UsedFile file : read) {
            streams.forEach(file::refuseSame);
            folders.forEach(folder -> folder.refuse(file));
        }
    }
}
