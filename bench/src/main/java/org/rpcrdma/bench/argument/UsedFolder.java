// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;

/**
 * A folder in which a command keeps files.
 *
 * @param option the option that names it, for example {@code --out}
 * @param path   its name there
 * @param real   that without symbolic links
 * @param names  the names of the command's files, in lower case: upper and lower case are the same on some systems
 * @param files  the command's files that are in it
 */
record UsedFolder(String option, Path path, Path real, Pattern names, List<UsedFile> files) {
    static UsedFolder of(final String option, final Path folder, final String names) {
        final UsedFolder used =
                new UsedFolder(option, folder, UsedFile.real(folder), Pattern.compile(names), new ArrayList<>());
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, used::isOwn)) {
            found.forEach(file -> used.files.add(UsedFile.of(option, file)));
        } catch (final IOException e) {
            used.files.clear(); // The command reports the error if the folder exists.
        }
        return used;
    }

    private boolean isOwn(final Path file) {
        return names.matcher(file.getFileName().toString().toLowerCase(Locale.ROOT))
                .matches();
    }

    /** Returns true if a file goes into the folder, which is not there yet. */
    boolean isToBeMadeFor(final Path file) {
        return !Files.exists(real)
                && real.equals(UsedFile.real(file.toAbsolutePath().getParent()));
    }

    /** Returns true if a path leads to the folder; a folder that is mounted twice has several paths. */
    private boolean isName(final Path folder) {
        try {
            return folder != null && (real.equals(folder) || Files.isSameFile(real, folder));
        } catch (final IOException e) {
            return false; // One of the two is not there.
        }
    }

    /** Refuses a file that is, or would be, one of the command's. */
    void refuse(final UsedFile file) {
        final Path place = UsedFile.real(file.path());
        final boolean isOwn = isName(place.getParent()) && isOwn(place);
        if (isOwn || real.equals(place) || files.stream().anyMatch(file::isSame)) {
            throw new InputException(
                    file.option() + " and a file of " + option + " are the same: " + file.path() + " in " + path);
        }
    }
}
