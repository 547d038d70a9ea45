// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests how often directories are read. */
@EnabledForJreRange(min = JRE.JAVA_22)
class ListingsTest {
    private final Path folder;
    private final Export export;
    private final Listings listings = new Listings();

    ListingsTest(@TempDir final Path path) throws IOException {
        folder = path;
        export = new Export(path, new ExportOptions(false, false, Allowed.EVERYBODY));
    }

    @AfterEach
    void close() {
        listings.close();
        export.close();
    }

    private Listing of(final String name, final boolean begins) throws IOException {
        final Export.Found root = export.enter(export.locate(export.rootNode()));
        final Export.Found found = name.isEmpty() ? root : export.enter(export.entry(root, Path.of(name)));
        final Listing listing = listings.of(export, found, begins);
        while (!listing.read()) {
            Thread.onSpinWait();
        }
        export.endCall();
        return listing;
    }

    private static Set<String> names(final Listing listing) {
        final Set<String> names = new TreeSet<>();
        listing.after(0, 1000).forEach(entry -> names.add(new String(entry.name(), ISO_8859_1)));
        return names;
    }

    @Test
    void shouldReadADirectoryOnceHoweverItChanges() throws IOException {
        Files.createFile(folder.resolve("stays"));
        final Listing first = of("", true);
        for (int i = 0; i < 100; i++) {
            Files.createFile(folder.resolve("name-" + i));
            assertSame(first, of("", false));
            Files.move(folder.resolve("name-" + i), folder.resolve("moved-" + i));
            assertSame(first, of("", true));
            if (i % 2 == 0) {
                Files.delete(folder.resolve("moved-" + i));
            }
        }
        final Set<String> expected = new TreeSet<>();
        for (final Path path : Files.list(folder).toList()) {
            expected.add(path.getFileName().toString());
        }
        assertEquals(expected, names(of("", true)));
    }

    @Test
    void shouldKeepTheListingsOfManyDirectories() throws IOException {
        final List<Listing> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Files.createDirectory(folder.resolve("d" + i));
            Files.createFile(folder.resolve("d" + i + "/file"));
            all.add(of("d" + i, true));
        }
        for (int i = 0; i < 100; i++) {
            assertSame(all.get(i), of("d" + i, false));
            assertEquals(Set.of("file"), names(all.get(i)));
        }
    }

    @Test
    void shouldForgetUnusedListings() throws IOException {
        final Listing first = of("", true);
        for (int i = 0; i < 60; i++) {
            listings.endRound();
        }
        assertSame(first, of("", true));
        for (int i = 0; i < 61; i++) {
            listings.endRound();
        }
        assertNotSame(first, of("", true));
    }

    @Test
    void shouldReadADirectoryAgainThatAnotherTookTheNameOf() throws IOException {
        Files.createDirectory(folder.resolve("d"));
        Files.createFile(folder.resolve("d/old"));
        of("d", true);
        Files.move(folder.resolve("d"), folder.resolve("away"));
        Files.createDirectory(folder.resolve("d"));
        Files.createFile(folder.resolve("d/new"));
        assertEquals(Set.of("new"), names(of("d", false)));
        assertEquals(Set.of("old"), names(of("away", false)));
    }

    /** Makes more changes than the kernel's notification queue can hold. */
    @Test
    void shouldReadADirectoryAgainWhenNoticesWereLost() throws IOException {
        final Listing first = of("", true);
        final Path limit = Path.of("/proc/sys/fs/inotify/max_queued_events");
        final int room = Integer.parseInt(Files.readAllLines(limit).get(0));
        for (int i = 0; i <= room / 2; i++) {
            Files.delete(Files.createFile(folder.resolve("name-" + i)));
        }
        Files.createFile(folder.resolve("last"));
        assertNotSame(first, of("", false));
        assertEquals(Set.of("last"), names(of("", true)));
    }

    /** Only the directory's modification time reveals the change, as in a network file system. */
    @Test
    void shouldReadADirectoryAgainThatHasChangedWithoutNotice() throws IOException {
        final Listing first = of("", true);
        Files.setAttribute(folder, "lastModifiedTime", FileTime.fromMillis(1), LinkOption.NOFOLLOW_LINKS);
        assertSame(first, of("", false));
        for (int i = 0; i < 10; i++) {
            listings.endRound();
        }
        final Listing second = of("", false);
        assertNotSame(first, second);
        Files.setAttribute(folder, "lastModifiedTime", FileTime.fromMillis(2));
        assertNotSame(second, of("", true));
    }

    /** Callers that wait for the directory get a new listing. */
    @Test
    void shouldNotListADirectoryThatWasForgottenBeforeAllWasRead() throws IOException {
        for (int i = 0; i < 3000; i++) {
            Files.createFile(folder.resolve("name-" + i));
        }
        final Export.Found root = export.enter(export.locate(export.rootNode()));
        final Listing first = listings.of(export, root, true);
        assertFalse(first.read());
        first.close();
        assertFalse(first.read());
        final Listing second = of("", false);
        assertNotSame(first, second);
        assertEquals(3000, second.after(0, 5000).size());
    }

    /** The listing compares names, not only their hashes. */
    @Test
    void shouldHoldEveryNameOnce() throws IOException {
        final Listing listing = of("", true);
        for (int i = 0; i < 3; i++) {
            listing.change("a".getBytes(ISO_8859_1), true);
            listing.change("b".getBytes(ISO_8859_1), true);
        }
        assertEquals(2, listing.after(0, 10).size());
        listing.change("a".getBytes(ISO_8859_1), false);
        assertEquals(Set.of("b"), names(listing));
    }
}
