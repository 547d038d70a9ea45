// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.READDIR;
import static org.rpcrdma.example.nfs3.Nfs3.READDIRPLUS;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.wire.XdrReader;

/** Compares the results of READDIR and READDIRPLUS with RFC 1813, word by word and page by page. */
@EnabledForJreRange(min = JRE.JAVA_22)
class ListingTest {
    private final Served served;
    private final HostFile root;

    ListingTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
    }

    /** One page, parsed without the code under test. */
    private static final class Page {
        final List<String> names = new ArrayList<>();
        long cookie;
        boolean end;

        static Page of(final byte[] results, final boolean plus) {
            final Page page = new Page();
            final XdrReader in = new XdrReader().wrap(new UnsafeBuffer(results), 0, results.length);
            assertEquals(OK, in.getInt());
            in.skip(4 + 84);
            in.getLong(); // the verifier
            while (in.getBool()) {
                in.getLong();
                page.names.add(new String(in.getOpaque(255), ISO_8859_1));
                page.cookie = in.getLong();
                in.skip(plus ? 4 + 84 + 4 + 4 + 24 : 0);
            }
            page.end = in.getBool();
            assertEquals(0, in.remaining());
            return page;
        }
    }

    private Xdr next(final boolean plus, final long cookie, final int bytes) {
        final Xdr arguments = of(root).hyper(cookie, cookie == 0 ? 0 : root.export());
        return plus ? arguments.word(100_000, bytes) : arguments.word(bytes);
    }

    private Page page(final boolean plus, final long cookie, final int bytes) {
        return Page.of(served.call(plus ? READDIRPLUS : READDIR, next(plus, cookie, bytes)), plus);
    }

    private Xdr entry(final HostFile inode, final String name, final long cookie) {
        return new Xdr().word(1).hyper(inode.inode()).string(name).hyper(cookie);
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
        final HostFile folder = served.make(root, "folder", DIR);
        final HostFile file = served.make(folder, "file", REG);
        final Xdr all = of(folder).hyper(0, 0).word(4096);
        final long cookie = Page.of(served.call(READDIR, all), false).cookie;
        final Xdr head = new Xdr().word(0).after(folder).hyper(root.export());
        final Xdr end = new Xdr().word(0, 1);
        served.assertResults(
                join(head, entry(folder, ".", 1), entry(root, "..", 2), entry(file, "file", cookie), end),
                READDIR,
                all);
        served.assertResults(
                join(head, entry(file, "file", cookie), end),
                READDIR,
                of(folder).hyper(2, root.export()).word(4096));
    }

    @Test
    void shouldListAttributesAndHandlesToo() {
        final HostFile file = served.make(root, "file", REG);
        final long cookie = page(true, 0, 4096).cookie;
        final Xdr expected = join(
                new Xdr().word(0).after(root).hyper(root.export()),
                entry(root, ".", 1).after(root).word(1).handle(root),
                entry(root, "..", 2).after(root).word(1).handle(root),
                entry(file, "file", cookie).after(file).word(1).handle(file),
                new Xdr().word(0, 1));
        served.assertResults(expected, READDIRPLUS, next(true, 0, 4096));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldListPageAfterPage(final boolean plus) {
        final List<String> expected = Stream.concat(
                        Stream.of(".", ".."), IntStream.range(0, 90).mapToObj(i -> "x".repeat(i + 1)))
                .toList();
        expected.stream().skip(2).forEach(name -> served.make(root, name, REG));
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
        assertEquals(new TreeSet<>(expected), new TreeSet<>(seen));
        assertEquals(expected.size(), seen.size());
        assertEquals(List.of(), page(plus, cookie, 700).names);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldUseTheRoomToTheLastByte(final boolean plus) {
        final int entries = plus ? 2 * (24 + 4 + 120) : 2 * (24 + 4);
        final int whole = 88 + 8 + entries + 8;
        assertTrue(page(plus, 0, whole).end);
        final Page one = page(plus, 0, whole - 1);
        assertEquals(List.of("."), one.names);
        assertFalse(one.end);
        final int procedure = plus ? READDIRPLUS : READDIR;
        served.assertResults(new Xdr().word(10_005).after(root), procedure, next(plus, 0, whole - entries / 2 - 1));
    }

    @Test
    void shouldListAtMostTheRequestedNames() {
        served.make(root, "file", REG);
        assertEquals(List.of(".", ".."), names(2 * 28));
        assertEquals(List.of("."), names(2 * 28 - 1));
        assertEquals(List.of("."), names(0));
    }

    private List<String> names(final int bytes) {
        final Xdr arguments = of(root).hyper(0, 0).word(bytes, 4096);
        return Page.of(served.call(READDIRPLUS, arguments), true).names;
    }

    @Test
    void shouldListAtMostTheCapacityOfTheReply() {
        for (int i = 0; i < 50; i++) {
            served.make(root, "file" + i, REG);
        }
        served.room = 1024;
        assertEquals(
                (1024 - 24 - 4 - 88 - 8 - 8 - 2 * 148) / 152 + 2,
                page(true, 0, -1).names.size());
    }

    @Test
    void shouldContinueAfterAnyRemoval() throws IOException {
        for (int i = 0; i < 30; i++) {
            served.make(root, "file" + i, REG);
        }
        final Page first = page(false, 0, 400);
        for (final String name : first.names.subList(2, first.names.size())) {
            Files.delete(root.path().resolve(name));
        }
        final Page second = page(false, first.cookie, 4000);
        final Set<String> seen = new TreeSet<>(first.names);
        seen.addAll(second.names);
        assertEquals(32, first.names.size() + second.names.size());
        assertEquals(32, seen.size());
    }

    @Test
    void shouldRefuseCookiesOfAnotherFileSystem() {
        final Xdr other = of(root).hyper(2, root.export() + 1).word(4096);
        served.assertResults(new Xdr().word(10_003).after(root), READDIR, other);
        assertTrue(page(false, -1, 4096).names.size() <= 2);
        assertEquals(List.of(), page(false, Long.MAX_VALUE, 4096).names);
    }

    /** A name that persists is listed exactly once, even if other names are added or removed between pages. */
    @Test
    void shouldListExistingNamesOnceWhileOthersChange() throws IOException {
        final Random random = new Random(Long.getLong("seed", 3));
        final Set<String> stay = new TreeSet<>();
        for (int i = 0; i < 200; i++) {
            stay.add("stays-" + i);
            Files.createFile(root.path().resolve("stays-" + i));
            Files.createFile(root.path().resolve("goes-" + i));
        }
        final List<String> seen = new ArrayList<>();
        Page page = page(false, 0, 1000);
        int made = 0;
        while (!page.end) {
            seen.addAll(page.names);
            Files.deleteIfExists(root.path().resolve("goes-" + random.nextInt(200)));
            Files.createFile(root.path().resolve("comes-" + made++));
            page = page(false, page.cookie, 1000);
        }
        seen.addAll(page.names);
        assertTrue(made > 10, "pages=" + made);
        seen.removeIf(name -> !name.startsWith("stays-"));
        assertEquals(List.copyOf(stay), seen.stream().sorted().toList());
    }

    /** A new name may or may not follow the cookie. Every name that existed when the listing started must be listed. */
    @Test
    void shouldListNamesThatHaveComeSinceTheDirectoryWasRead() throws IOException {
        for (int i = 0; i < 100; i++) {
            Files.createFile(root.path().resolve("first-" + i));
        }
        page(false, 0, 400);
        for (int i = 0; i < 100; i++) {
            Files.createFile(root.path().resolve("second-" + i));
            Files.delete(root.path().resolve("first-" + i));
        }
        final List<String> seen = new ArrayList<>();
        Page page = page(false, 0, 400);
        while (!page.end) {
            seen.addAll(page.names);
            page = page(false, page.cookie, 400);
        }
        seen.addAll(page.names);
        seen.removeIf(name -> name.startsWith("."));
        assertEquals(
                IntStream.range(0, 100).mapToObj(i -> "second-" + i).sorted().toList(),
                seen.stream().sorted().toList());
    }

    /** The test itself runs the service's tasks, one at a time. */
    @Test
    void shouldAnswerOthersWhileALargeDirectoryIsRead() throws IOException {
        for (int i = 0; i < 5000; i++) {
            Files.createFile(root.path().resolve("file-" + i));
        }
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final Nfs3Service queued = new Nfs3Service(served.export, Served.MAX_TRANSFER, 1, tasks::add);
        final byte[][] messages = {
            Served.message(Nfs3.PROGRAM, Nfs3.VERSION, READDIR, next(false, 0, 4096)),
            Served.message(Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.GETATTR, of(root))
        };
        final List<TcpCall> calls = new ArrayList<>();
        for (final byte[] message : messages) {
            final TcpCall call = new TcpCall(new UnsafeBuffer(new byte[8192]));
            queued.onCall(call.begin(message, message.length, null));
            calls.add(call);
        }
        tasks.remove().run();
        tasks.remove().run();
        assertEquals(TcpCall.DROPPED, calls.get(0).replyLength(), "the listing is answered first");
        assertTrue(calls.get(1).replyLength() > 0);
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertTrue(calls.get(0).replyLength() > 0);
    }

    @Test
    void shouldListDirectoriesOnly() {
        final HostFile file = served.make(root, "file", REG);
        served.assertResults(
                new Xdr().word(20).after(file), READDIR, of(file).hyper(0, 0).word(4096));
    }
}
