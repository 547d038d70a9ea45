// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.XdrReader;

/** Parses results and describes the parts that should be the same on two servers. */
final class ResultShape {
    private static final String[] TYPES = {"none", "REG", "DIR", "BLK", "CHR", "LNK", "SOCK", "FIFO"};
    private static final int LONGEST = 1 << 20;

    private final XdrReader in;
    private final boolean dataInMessage;
    private final StringBuilder words = new StringBuilder();

    /** The handle in the results, in hexadecimal, or null. */
    String handle;

    /** The file handles in a directory listing, keyed by name. */
    final Map<String, String> handles = new TreeMap<>();

    private ResultShape(final byte[] results, final boolean dataInMessage) {
        in = new XdrReader().wrap(new UnsafeBuffer(results), 0, results.length);
        this.dataInMessage = dataInMessage;
    }

    /**
     * Parses results.
     *
     * @param dataInMessage true if READ's data is in the message, false if it is in a Write chunk.
     * @throws XdrReader.Malformed if the results violate RFC 1813.
     */
    static ResultShape of(final int procedure, final byte[] results, final boolean dataInMessage) {
        final ResultShape shape = new ResultShape(results, dataInMessage);
        if (procedure != Nfs3.NULL) {
            shape.take(procedure);
        }
        if (shape.in.remaining() != 0) {
            throw new XdrReader.Malformed("bytes are left: procedure=" + procedure + " left=" + shape.in.remaining());
        }
        return shape;
    }

    private void take(final int procedure) {
        final int status = in.getInt();
        say("status=" + status);
        switch (procedure) {
            case Nfs3.GETATTR -> takeIf(status == Nfs3.OK, this::attributes);
            case Nfs3.LOOKUP -> lookup(status == Nfs3.OK);
            case Nfs3.ACCESS -> objectThen(status, () -> say("access=" + in.getInt()));
            case Nfs3.READLINK -> objectThen(status, () -> say("target=" + text()));
            case Nfs3.READ -> objectThen(status, this::data);
            case Nfs3.READDIRPLUS -> objectThen(status, this::entries);
            case Nfs3.FSSTAT -> objectThen(status, () -> in.skip(13 * 4));
            case Nfs3.FSINFO -> objectThen(status, this::information);
            case Nfs3.PATHCONF -> objectThen(status, this::configuration);
            case Nfs3.CREATE, Nfs3.MKDIR, Nfs3.SYMLINK -> made(status == Nfs3.OK);
            case Nfs3.WRITE -> changedThen(status, () -> say("count=" + in.getInt() + stability()));
            case Nfs3.COMMIT -> changedThen(status, () -> in.getLong());
            case Nfs3.SETATTR, Nfs3.REMOVE, Nfs3.RMDIR -> changedThen(status, () -> {});
            default -> throw new XdrReader.Malformed("procedure=" + procedure);
        }
    }

    private void say(final String word) {
        words.append(words.length() == 0 ? "" : " ").append(word);
    }

    private void takeIf(final boolean holds, final Runnable what) {
        if (holds) {
            what.run();
        }
    }

    private void objectThen(final int status, final Runnable result) {
        optionalAttributes("object");
        takeIf(status == Nfs3.OK, result);
    }

    private void changedThen(final int status, final Runnable result) {
        weakCacheData();
        takeIf(status == Nfs3.OK, result);
    }

    private void attributes() {
        final int type = in.getInt();
        say(TYPES[type]);
        say("mode=" + Integer.toOctalString(in.getInt()) + " links=" + in.getInt());
        say("owner=" + in.getInt() + ":" + in.getInt());
        final long size = in.getLong();
        say(type == Nfs3.DIR ? "" : "size=" + size);
        in.skip(8 + 8 + 8 + 8 + 3 * 8);
    }

    private void optionalAttributes(final String of) {
        final boolean there = in.getBool();
        say(of + (there ? "" : "=none"));
        takeIf(there, this::attributes);
    }

    private void weakCacheData() {
        final boolean there = in.getBool();
        say(there ? "before" : "before=none");
        in.skip(there ? 24 : 0);
        optionalAttributes("after");
    }

    private void lookup(final boolean found) {
        if (found) {
            handle = hex(in.getOpaque(Nfs3.FHSIZE));
            optionalAttributes("object");
        }
        optionalAttributes("directory");
    }

    private void made(final boolean made) {
        if (made) {
            final boolean there = in.getBool();
            say(there ? "handle" : "handle=none");
            handle = there ? hex(in.getOpaque(Nfs3.FHSIZE)) : null;
            optionalAttributes("object");
        }
        weakCacheData();
    }

    private void data() {
        final int count = in.getInt();
        say("count=" + count + " eof=" + in.getBool() + " length=" + in.getInt());
        in.skip(dataInMessage ? count + 3 & -4 : 0);
    }

    private String stability() {
        final String word = " committed=" + in.getInt();
        in.getLong();
        return word;
    }

    private void entries() {
        in.getLong();
        final Map<String, String> entries = new TreeMap<>();
        while (in.getBool()) {
            in.getLong();
            final String name = text();
            in.getLong();
            entries.put(name, entry(name));
        }
        say(entries + " eof=" + in.getBool());
    }

    private String entry(final String name) {
        final int begin = words.length();
        optionalAttributes("");
        final String described = words.substring(begin);
        words.setLength(begin);
        if (in.getBool()) {
            handles.put(name, hex(in.getOpaque(Nfs3.FHSIZE)));
        }
        return described;
    }

    private void information() {
        in.skip(7 * 4);
        in.getLong();
        say("timeDelta=" + in.getInt() + "." + in.getInt());
        say("properties=" + in.getInt());
    }

    private void configuration() {
        say("linkMax=" + in.getInt() + " nameMax=" + in.getInt());
        say("noTrunc=" + in.getBool() + " chownRestricted=" + in.getBool());
        say("caseInsensitive=" + in.getBool() + " casePreserving=" + in.getBool());
    }

    private String text() {
        return new String(in.getOpaque(LONGEST), ISO_8859_1);
    }

    static String hex(final byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public String toString() {
        return words.toString();
    }
}
