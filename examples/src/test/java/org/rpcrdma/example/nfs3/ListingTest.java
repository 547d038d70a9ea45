// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Served.FILE_SYSTEM;
import static org.rpcrdma.example.nfs3.Served.of;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.example.xdr.XdrReader;

/** READDIR and READDIRPLUS: their results are RFC 1813's, word by word, page after page. */
class ListingTest {
    private final Served served = new Served();
    private final Inode root = served.root();

    /** One page, read without the code under test. */
    private static final class Page {
        final List<String> names = new ArrayList<>();
        long cookie;
        boolean end;

        static Page of(final byte[] results, final boolean plus) {
            final Page page = new Page();
            final XdrReader in = new XdrReader().wrap(new UnsafeBuffer(results), 0, results.length);
            assertEquals(Nfs3.OK, in.getInt());
            in.skip(4 + 84);
            assertEquals(FILE_SYSTEM, in.getLong());
            while (in.getBool()) {
                in.getLong();
                page.names.add(new String(in.getOpaque(255), ISO_8859_1));
                page.cookie = in.getLong();
                in.skip(plus ? 4 + 84 + 4 + 4 + 16 : 0);
            }
            page.end = in.getBool();
            assertEquals(0, in.remaining());
            return page;
        }
    }

    private Xdr next(final boolean plus, final long cookie, final int bytes) {
        final Xdr arguments = of(root).hyper(cookie, cookie == 0 ? 0 : FILE_SYSTEM);
        return plus ? arguments.word(100_000, bytes) : arguments.word(bytes);
    }

    private Page page(final boolean plus, final long cookie, final int bytes) {
        return Page.of(served.call(plus ? Nfs3.READDIRPLUS : Nfs3.READDIR, next(plus, cookie, bytes)), plus);
    }

    private Xdr entry(final Inode inode, final String name, final long cookie) {
        return new Xdr().word(1).hyper(inode.id).string(name).hyper(cookie);
    }

    private static Xdr join(final Xdr... parts) {
        final Xdr all = new Xdr();
        for (final Xdr part : parts) {
            all.raw(part.bytes());
        }
        return all;
    }

    @Test
    void shouldListNames() {
        final Inode folder = served.make(root, "folder", Nfs3.DIR);
        final Inode file = served.make(folder, "file", Nfs3.REG);
        final Xdr head = new Xdr().word(0).after(folder, FILE_SYSTEM).hyper(FILE_SYSTEM);
        final Xdr end = new Xdr().word(0, 1);
        served.assertResults(
                join(head, entry(folder, ".", 1), entry(root, "..", 2), entry(file, "file", 3), end),
                Nfs3.READDIR,
                of(folder).hyper(0, 0).word(4096));
        served.assertResults(
                join(head, entry(file, "file", 3), end),
                Nfs3.READDIR,
                of(folder).hyper(2, FILE_SYSTEM).word(4096));
    }

    @Test
    void shouldListAttributesAndHandlesToo() {
        final Inode file = served.make(root, "file", Nfs3.REG);
        final Xdr expected = join(
                new Xdr().word(0).after(root, FILE_SYSTEM).hyper(FILE_SYSTEM),
                entry(root, ".", 1).after(root, FILE_SYSTEM).word(1).handle(FILE_SYSTEM, 1),
                entry(root, "..", 2).after(root, FILE_SYSTEM).word(1).handle(FILE_SYSTEM, 1),
                entry(file, "file", 3).after(file, FILE_SYSTEM).word(1).handle(FILE_SYSTEM, file.id),
                new Xdr().word(0, 1));
        served.assertResults(expected, Nfs3.READDIRPLUS, next(true, 0, 4096));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldListPageAfterPage(final boolean plus) {
        final List<String> expected = Stream.concat(
                        Stream.of(".", ".."), IntStream.range(0, 90).mapToObj(i -> "x".repeat(i + 1)))
                .toList();
        expected.stream().skip(2).forEach(name -> served.make(root, name, Nfs3.REG));
        final List<String> seen = new ArrayList<>();
        long cookie = 0;
        boolean end = false;
        while (!end) {
            final Page page = page(plus, cookie, 700);
            assertFalse(page.names.isEmpty());
            seen.addAll(page.names);
            cookie = page.cookie;
            end = page.end;
        }
        assertEquals(expected, seen);
        assertEquals(List.of(), page(plus, cookie, 700).names);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldUseTheRoomToTheLastByte(final boolean plus) {
        final int entries = plus ? 2 * (24 + 4 + 112) : 2 * (24 + 4);
        final int whole = 88 + 8 + entries + 8;
        assertTrue(page(plus, 0, whole).end);
        final Page one = page(plus, 0, whole - 1);
        assertEquals(List.of("."), one.names);
        assertFalse(one.end);
        final int procedure = plus ? Nfs3.READDIRPLUS : Nfs3.READDIR;
        served.assertResults(
                new Xdr().word(10_005).after(root, FILE_SYSTEM), procedure, next(plus, 0, whole - entries / 2 - 1));
    }

    @Test
    void shouldListNoMoreNamesThanAsked() {
        served.make(root, "file", Nfs3.REG);
        assertEquals(List.of(".", ".."), names(2 * 28));
        assertEquals(List.of("."), names(2 * 28 - 1));
        assertEquals(List.of("."), names(0));
    }

    private List<String> names(final int bytes) {
        final Xdr arguments = of(root).hyper(0, 0).word(bytes, 4096);
        return Page.of(served.call(Nfs3.READDIRPLUS, arguments), true).names;
    }

    @Test
    void shouldListNoMoreThanTheReplyHasRoomFor() {
        for (int i = 0; i < 50; i++) {
            served.make(root, "file" + i, Nfs3.REG);
        }
        served.room = 1024;
        assertEquals(
                (1024 - 24 - 4 - 88 - 8 - 8 - 2 * 140) / 144 + 2,
                page(true, 0, -1).names.size());
    }

    @Test
    void shouldGoOnWhateverIsRemovedMeanwhile() {
        for (int i = 0; i < 30; i++) {
            served.make(root, "file" + i, Nfs3.REG);
        }
        final Page first = page(false, 0, 400);
        for (final String name : first.names.subList(2, first.names.size())) {
            served.tree.remove(root, name);
        }
        final Page second = page(false, first.cookie, 4000);
        assertEquals(30, first.names.size() - 2 + second.names.size());
        assertEquals("file" + (first.names.size() - 2), second.names.get(0));
    }

    @Test
    void shouldRefuseCookiesOfAnotherFileSystem() {
        final Xdr other = of(root).hyper(2, FILE_SYSTEM + 1).word(4096);
        served.assertResults(new Xdr().word(10_003).after(root, FILE_SYSTEM), Nfs3.READDIR, other);
        assertTrue(page(false, -1, 4096).names.size() <= 2);
        assertEquals(List.of(), page(false, Long.MAX_VALUE, 4096).names);
    }

    @Test
    void shouldListDirectoriesOnly() {
        final Inode file = served.make(root, "file", Nfs3.REG);
        served.assertResults(
                new Xdr().word(20).after(file, FILE_SYSTEM),
                Nfs3.READDIR,
                of(file).hyper(0, 0).word(4096));
    }
}
