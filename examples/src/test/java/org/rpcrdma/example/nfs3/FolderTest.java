// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process that ends, at any time, leaves to the next. */
class FolderTest {
    private static final byte[] DATA = new byte[40_000];
    private static final int KILLS = 12;
    private static final int STEPS = 40;

    static {
        new Random(1).nextBytes(DATA);
    }

    @TempDir
    Path temporary;

    private final List<Folder> open = new ArrayList<>();
    private int starts;

    @AfterEach
    void close() throws IOException {
        for (final Folder folder : open) {
            folder.close();
        }
    }

    private FileTree start(final Path path) throws IOException {
        final Capacity capacity = new Capacity(1 << 24, 1000);
        final Folder folder = new Folder(path, 1000 + starts++, capacity);
        open.add(folder);
        return new FileTree(folder, capacity, () -> 1_700_000_000_000_000_000L);
    }

    /** What kill -9 leaves: the files as they are. */
    private FileTree restart() throws IOException {
        final Path copy = temporary.resolve("copy" + starts);
        try (Stream<Path> files = Files.walk(path())) {
            for (final Path file : files.toList()) {
                Files.copy(file, copy.resolve(path().relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        current = copy;
        return start(copy);
    }

    private Path current;

    private Path path() {
        return current == null ? temporary.resolve("folder") : current;
    }

    private static Inode make(final FileTree tree, final Inode directory, final String name, final int type) {
        return tree.create(directory, name, type, made -> {
            made.mode = 0640;
            made.uid = 7;
            made.createVerifier = 88;
            made.target = type == Nfs3.LNK ? name.getBytes() : null;
        });
    }

    private static byte[] bytes(final Inode file) {
        final byte[] bytes = new byte[(int) file.size];
        file.content.read(0, new UnsafeBuffer(bytes), 0, bytes.length);
        return bytes;
    }

    private static void write(final FileTree tree, final Inode file, final long offset, final int length) {
        tree.write(file, offset, new UnsafeBuffer(DATA), 0, length);
    }

    @Test
    void shouldFindEverythingUnderItsNumberAgain() throws IOException {
        final FileTree tree = start(path());
        final Inode folder = make(tree, tree.get(1), "folder", Nfs3.DIR);
        final Inode file = make(tree, folder, "\u00ff\u0001", Nfs3.REG);
        final Inode link = make(tree, folder, "link", Nfs3.LNK);
        write(tree, file, 5, DATA.length);
        tree.commit(file);

        final FileTree next = restart();
        assertEquals(tree.id, next.id);
        assertEquals(describe(tree), describe(next));
        assertEquals(folder.id, next.lookup(next.get(1), "folder").id);
        assertArrayEquals(bytes(file), bytes(next.get(file.id)));
        assertArrayEquals(link.target, next.get(link.id).target);
        assertEquals(1, next.get(folder.id).parent);
        assertEquals(tree.capacity.filesFree(), next.capacity.filesFree());
    }

    /** Attributes and names of everything below the root, by number. */
    private static String describe(final FileTree tree) {
        final StringBuilder text = new StringBuilder();
        describe(tree, tree.get(1), text);
        return text.toString();
    }

    private static void describe(final FileTree tree, final Inode inode, final StringBuilder text) {
        text.append(List.of(inode.id, inode.type, inode.mode, inode.uid, inode.gid, inode.links))
                .append(List.of(inode.size, inode.accessTime, inode.modifyTime, inode.changeTime))
                .append(inode.createVerifier);
        if (inode.isDirectory()) {
            for (final DirectoryEntry entry : inode.directory.after(0)) {
                text.append('\n').append(entry).append(' ');
                describe(tree, tree.get(entry.inode()), text);
            }
        }
    }

    @Test
    void shouldLoseWhatWasNotCommitted() throws IOException {
        final FileTree tree = start(path());
        final Inode file = make(tree, tree.get(1), "file", Nfs3.REG);
        write(tree, file, 0, 10);
        tree.commit(file);
        write(tree, file, 5, 100);
        assertEquals(105, file.size);

        assertArrayEquals(Arrays.copyOf(DATA, 10), bytes(restart().get(file.id)));
    }

    @Test
    void shouldGiveNoNumberTwice() throws IOException {
        final FileTree tree = start(path());
        final Inode file = make(tree, tree.get(1), "file", Nfs3.REG);
        write(tree, file, 0, 10);
        tree.commit(file);
        tree.remove(tree.get(1), "file");
        final FileTree next = restart();
        assertNull(next.get(file.id));
        final FileTree third = restart();
        final Inode made = make(third, third.get(1), "file", Nfs3.REG);
        assertEquals(file.id + 1, made.id);
        assertEquals(0, bytes(restart().get(made.id)).length);
    }

    @Test
    void shouldFindAFileCut() throws IOException {
        final FileTree tree = start(path());
        final Inode file = make(tree, tree.get(1), "file", Nfs3.REG);
        write(tree, file, 0, 30_000);
        tree.commit(file);
        tree.setAttributes(file, SetAttributes.size(20_000));
        tree.setAttributes(file, SetAttributes.size(25_000));

        final byte[] expected = Arrays.copyOf(Arrays.copyOf(DATA, 20_000), 25_000);
        assertArrayEquals(expected, bytes(restart().get(file.id)));
    }

    /** The journal ends anywhere: what is in whole frames is there, and no half of anything. */
    @Test
    void shouldTakeNoHalfOfAnOperation() throws IOException {
        final FileTree tree = start(path());
        final Inode folder = make(tree, tree.get(1), "folder", Nfs3.DIR);
        make(tree, folder, "first", Nfs3.REG);
        final String before = describe(tree);
        final long whole = Files.size(path().resolve("journal"));
        tree.rename(folder, "first", tree.get(1), "second");
        final String after = describe(tree);
        final byte[] journal = Files.readAllBytes(path().resolve("journal"));

        for (int length = (int) whole; length <= journal.length; length += 7) {
            current = null;
            Files.write(path().resolve("journal"), Arrays.copyOf(journal, length));
            assertEquals(before, describe(restart()), "length=" + length);
        }
        current = null;
        journal[journal.length - 1]++;
        Files.write(path().resolve("journal"), journal);
        assertEquals(before, describe(restart()));
        current = null;
        journal[journal.length - 1]--;
        Files.write(path().resolve("journal"), journal);
        assertEquals(after, describe(restart()));
    }

    @Test
    void shouldServeAFolderOnce() throws IOException {
        start(path());
        assertThrows(OverlappingFileLockException.class, () -> start(path()));
    }

    /** Random operations, killed again and again: the tree is what it was, but for data that were not committed. */
    @Test
    void shouldOutliveManyKills() throws IOException {
        final Random random = new Random(Long.getLong("seed", 20_261_122));
        FileTree tree = start(path());
        for (int kill = 0; kill < KILLS; kill++) {
            for (int step = 0; step < STEPS; step++) {
                step(tree, random);
            }
            final String expected = describe(tree);
            tree = restart();
            assertEquals(expected, describe(tree));
        }
        assertTrue(tree.capacity.filesFree() < 999);
    }

    private static void step(final FileTree tree, final Random random) {
        final List<Inode> directories = new ArrayList<>(List.of(tree.get(1)));
        for (final DirectoryEntry entry : tree.get(1).directory.after(0)) {
            if (tree.get(entry.inode()).isDirectory()) {
                directories.add(tree.get(entry.inode()));
            }
        }
        final Inode one = directories.get(random.nextInt(directories.size()));
        final Inode other = directories.get(random.nextInt(directories.size()));
        final String name = "n" + random.nextInt(8);
        try {
            switch (random.nextInt(7)) {
                case 0 -> make(tree, one, name, Nfs3.REG);
                case 1 -> make(tree, one, name, one.id == 1 ? Nfs3.DIR : Nfs3.LNK);
                case 2 -> tree.remove(one, name);
                case 3 -> tree.removeDirectory(one, name);
                case 4 -> tree.rename(one, name, other, "n" + random.nextInt(8));
                case 5 -> tree.link(tree.lookup(one, name), other, "n" + random.nextInt(8));
                default -> writeSome(tree, tree.lookup(one, name), random);
            }
        } catch (final NfsFailure e) {
            assertNotNull(e.getMessage());
        }
    }

    private static void writeSome(final FileTree tree, final Inode file, final Random random) {
        if (file.isFile()) {
            write(tree, file, random.nextInt(50_000), random.nextInt(DATA.length));
            tree.commit(file);
            tree.setAttributes(file, SetAttributes.size(random.nextInt(60_000)));
        }
    }
}
