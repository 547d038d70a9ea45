// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.sweep.SweepFolder;

/**
 * A folder that a sweep keeps its files in.
 *
 * @param option what names it, for example {@code --out}
 * @param path   its name there
 * @param real   that without symbolic links
 * @param files  the sweep's files that are in it
 */
record UsedFolder(String option, Path path, Path real, List<UsedFile> files) {
    static UsedFolder of(final String option, final Path folder) {
        final List<UsedFile> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, SweepFolder::isOwn)) {
            found.forEach(file -> files.add(UsedFile.of(option, file)));
        } catch (final IOException e) {
            files.clear(); // The sweep says what is wrong with it, if it is there.
        }
        return new UsedFolder(option, folder, UsedFile.real(folder), files);
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

    /** Refuses a file that is, or would be, one of the sweep's. */
    void refuse(final UsedFile file) {
        final Path place = UsedFile.real(file.path());
        final boolean isOwn = isName(place.getParent()) && SweepFolder.isOwn(place);
        if (isOwn || real.equals(place) || files.stream().anyMatch(file::isSame)) {
            throw new InputException(
                    file.option() + " and a file of " + option + " are the same: " + file.path() + " in " + path);
        }
    }
}
