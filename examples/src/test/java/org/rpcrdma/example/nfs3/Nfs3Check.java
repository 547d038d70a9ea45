// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.rpcrdma.wire.XdrReader;

/**
 * Checks an NFSv3 server by reading back the data that it wrote and by listing the files that it created. Prints one
 * line per check.
 */
final class Nfs3Check {
    static final int DEPTH = 64;

    private static final int WRITE = 128 * 1024;
    private static final int READ = Nfs3Client.DATA;
    private static final int BLOCK = 8 * 1024;
    private static final int ATTRIBUTES = 84;

    private final Nfs3Client client;
    private final byte[] root;
    private final Consumer<String> report;
    private final byte[] content;
    private final int blocks;
    private final Random random;

    /**
     * Creates a check.
     *
     * @param client the server's client.
     * @param root   the file handle of a folder in which the client can create files.
     * @param bytes  the size of the file to write; a multiple of 256 KB.
     * @param seed   the seed of the written data.
     * @param report receives one line per check.
     */
    Nfs3Check(
            final Nfs3Client client,
            final byte[] root,
            final int bytes,
            final long seed,
            final Consumer<String> report) {
        this.client = client;
        this.root = root;
        this.report = report;
        content = new byte[bytes];
        blocks = bytes / BLOCK;
        random = new Random(seed);
        random.nextBytes(content);
    }

    /**
     * Runs all checks and leaves the folder unchanged.
     *
     * @param files the number of files to create and list.
     * @throws IllegalStateException if a check fails.
     */
    void run(final int files) {
        checkNull();
        checkAttributes();
        final String name = "rpcrdma-check-" + Integer.toHexString(random.nextInt());
        final byte[] folder = client.makeDirectory(root, name);
        client.create(folder, "data");
        final byte[] data = client.lookup(folder, "data");
        report.accept("MKDIR, CREATE, LOOKUP: handleBytes=" + data.length);
        checkWrite(data, content.length / WRITE, WRITE, 8, "WRITE by Read chunk");
        checkRead(data);
        checkManyReads(data);
        overwriteBlocks();
        checkWrite(data, blocks, BLOCK, DEPTH, "WRITE, many at a time");
        checkRead(data);
        checkList(folder, files);
        remove(folder, "data");
        final Nfs3Call call = client.begin(Nfs3.RMDIR, out -> Nfs3Client.putPlace(out, root, name));
        client.await(call).results();
        client.give(call);
        report.accept("REMOVE, RMDIR: files=" + (files + 1));
    }

    private static void check(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private void checkNull() {
        final Nfs3Call call = client.begin(Nfs3.NULL, out -> {});
        check(client.await(call).anyResults().remaining() == 0, "NULL has results");
        client.give(call);
        report.accept("NULL");
    }

    private void checkAttributes() {
        final Nfs3Call call = client.begin(Nfs3.GETATTR, out -> out.putOpaque(root));
        final int type = client.await(call).results().getInt();
        client.give(call);
        check(type == Nfs3.DIR, "root is no directory: ftype3=" + type);
        final Nfs3Call info = client.begin(Nfs3.FSINFO, out -> out.putOpaque(root));
        final XdrReader results = client.await(info).results();
        client.give(info);
        results.skip(results.getBool() ? ATTRIBUTES : 0);
        final int rtmax = results.getInt();
        results.skip(8);
        final int wtmax = results.getInt();
        check(rtmax >= READ && wtmax >= WRITE, "server moves too little at once: rtmax=" + rtmax + " wtmax=" + wtmax);
        report.accept("GETATTR, FSINFO: rtmax=" + rtmax + " wtmax=" + wtmax);
    }

    private void overwriteBlocks() {
        for (int at = 0; at < content.length; at += BLOCK) {
            final byte[] fresh = new byte[BLOCK / 2];
            random.nextBytes(fresh);
            System.arraycopy(fresh, 0, content, at + random.nextInt(BLOCK / 2), fresh.length);
        }
    }

    private void checkWrite(final byte[] file, final int count, final int length, final int depth, final String what) {
        client.pipeline(
                depth,
                count,
                i -> {
                    final Nfs3Call call = client.beginWrite(file, (long) i * length, length);
                    call.data.putBytes(0, content, i * length, length);
                    return call;
                },
                call -> {
                    final XdrReader results = call.results();
                    skipWeakCacheData(results);
                    final int written = results.getInt();
                    check(written == length, "server wrote less: count=" + written + " wanted=" + length);
                });
        final Nfs3Call commit =
                client.begin(Nfs3.COMMIT, out -> out.putOpaque(file).putLong(0).putInt(0));
        client.await(commit).results();
        client.give(commit);
        report.accept(what + ", COMMIT: calls=" + count + " bytes=" + length);
    }

    private static void skipWeakCacheData(final XdrReader results) {
        results.skip(results.getBool() ? 24 : 0);
        results.skip(results.getBool() ? ATTRIBUTES : 0);
    }

    private void checkRead(final byte[] file) {
        final byte[] seen = new byte[content.length];
        client.pipeline(8, content.length / READ, i -> client.beginRead(file, (long) i * READ, READ), call -> {
            checkLength(call, READ);
            call.data.getBytes(0, seen, call.number * READ, READ);
        });
        final long wanted = checksum(content);
        check(
                wanted == checksum(seen),
                "content differs: crc32c=" + Long.toHexString(checksum(seen)) + " wanted=" + Long.toHexString(wanted));
        report.accept("READ by Write chunk: calls=" + content.length / READ + " bytes=" + READ + " crc32c="
                + Long.toHexString(wanted));
    }

    private static long checksum(final byte[] bytes) {
        final CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private static void checkLength(final Nfs3Call call, final int wanted) {
        final XdrReader results = call.results();
        results.skip(results.getBool() ? ATTRIBUTES : 0);
        final int count = results.getInt();
        check(
                count == wanted && call.dataLength() == wanted,
                "READ brought another length: count=" + count + " writeChunk=" + call.dataLength() + " wanted="
                        + wanted);
    }

    private void checkManyReads(final byte[] file) {
        final int[] order = random.ints(4L * DEPTH, 0, blocks).toArray();
        client.pipeline(DEPTH, order.length, i -> client.beginRead(file, (long) order[i] * BLOCK, BLOCK), call -> {
            checkLength(call, BLOCK);
            final byte[] seen = new byte[BLOCK];
            call.data.getBytes(0, seen);
            final int at = order[call.number] * BLOCK;
            check(Arrays.equals(seen, 0, BLOCK, content, at, at + BLOCK), "content differs: offset=" + at);
        });
        report.accept("READ, many at a time: calls=" + order.length + " bytes=" + BLOCK + " mostOutstanding="
                + client.mostOutstanding());
        check(client.mostOutstanding() == DEPTH, "server does not grant so many calls at a time: wanted=" + DEPTH);
    }

    private void checkList(final byte[] folder, final int files) {
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            names.add("file-with-a-rather-long-name-" + i);
        }
        client.pipeline(DEPTH, files, i -> client.beginCreate(folder, names.get(i)), Nfs3Call::results);
        names.addAll(List.of(".", "..", "data"));
        final List<String> listed = list(folder);
        names.sort(null);
        listed.sort(null);
        check(names.equals(listed), "listing differs: names=" + listed.size() + " wanted=" + names.size());
        names.removeAll(List.of(".", "..", "data"));
        client.pipeline(DEPTH, files, i -> client.beginRemove(folder, names.get(i)), Nfs3Call::results);
    }

    private void remove(final byte[] folder, final String name) {
        final Nfs3Call call = client.beginRemove(folder, name);
        client.await(call).results();
        client.give(call);
    }

    private List<String> list(final byte[] folder) {
        final List<String> names = new ArrayList<>();
        long cookie = 0;
        long verifier = 0;
        int pages = 0;
        boolean end = false;
        while (!end) {
            final Nfs3Call call = client.beginList(folder, cookie, verifier, Nfs3Client.REPLY / 4);
            final XdrReader results = client.await(call).results();
            client.give(call);
            check(call.inReplyChunk(), "READDIRPLUS did not come by the Reply chunk");
            results.skip(results.getBool() ? ATTRIBUTES : 0);
            verifier = results.getLong();
            while (results.getBool()) {
                cookie = takeEntry(results, names);
            }
            end = results.getBool();
            pages++;
        }
        report.accept("READDIRPLUS by Reply chunk: names=" + names.size() + " pages=" + pages);
        return names;
    }

    private static long takeEntry(final XdrReader results, final List<String> names) {
        results.getLong();
        names.add(new String(results.getOpaque(255), StandardCharsets.ISO_8859_1));
        final long cookie = results.getLong();
        results.skip(results.getBool() ? ATTRIBUTES : 0);
        if (results.getBool()) {
            results.getOpaque(Nfs3.FHSIZE);
        }
        return cookie;
    }
}
