// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The folder of counters files: whose it is, and what dead processes left in it. */
class CountersFolderTest {
    /** No process has it. */
    private static final long DEAD = 1L << 40;

    @TempDir
    private Path temporary;

    private String before;

    @BeforeEach
    void use() {
        before = System.setProperty("java.io.tmpdir", temporary.toString());
    }

    @AfterEach
    void leave() {
        System.setProperty("java.io.tmpdir", before);
    }

    private static ArenaCounters counters() throws IOException {
        return new ArenaCounters(new ArenaCounters.Context().maxArenas(1));
    }

    @Test
    void shouldDeleteWhatDeadProcessesLeftAndNothingElse() throws IOException {
        final long own = ProcessHandle.current().pid();
        final Path dead = ArenaCounters.file(DEAD);
        final Path living = ArenaCounters.file(own + 1_000_000_000_000L);
        final Path foreign = ArenaCounters.file(DEAD + 1);
        try (ArenaCounters counters = counters()) {
            counters.update();
            Files.copy(ArenaCounters.file(own), living);
        }
        final byte[] left = Files.readAllBytes(living);
        ByteBuffer.wrap(left).order(ByteOrder.nativeOrder()).putLong(CountersLayout.PID_OFFSET, DEAD);
        Files.write(dead, left);
        Files.writeString(foreign, "no counters");
        try (ArenaCounters counters = counters()) {
            counters.update();
            assertFalse(Files.exists(dead), "its process is gone");
            assertTrue(Files.exists(living), "the process in it lives, whatever its name says");
            assertEquals("no counters", Files.readString(foreign));
            assertTrue(Files.exists(ArenaCounters.file(own)));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldRefuseAFolderOfAnotherUser() throws IOException {
        final Path folder = CountersFolder.path();
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assumeTrue(System.getProperty("user.name").equals("root"), "root alone can give a folder away");
        final UserPrincipal nobody =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setOwner(folder, nobody);
        assertEquals(nobody, Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS));
        final IOException e = assertThrows(IOException.class, CountersFolderTest::counters);
        assertTrue(
                e.getMessage().endsWith("must be a folder of this user: folder=" + folder + " owner=nobody"),
                e.getMessage());
        assertEquals(1, temporary.toFile().list().length, "nothing is left beside it");
    }
}
