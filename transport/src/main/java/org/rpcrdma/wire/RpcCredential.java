// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The credential that a client sends with its calls (RFC 5531, section 8.2), followed by an empty verifier. Immutable.
 */
public final class RpcCredential {
    /** Flavor: no credential. */
    public static final int AUTH_NONE = 0;
    /** Flavor: user and group numbers; see {@link AuthSys}. */
    public static final int AUTH_SYS = 1;
    /** Flavor: RPCSEC_GSS (RFC 2203). */
    public static final int RPCSEC_GSS = 6;
    /** The credential of an anonymous caller: AUTH_NONE. */
    public static final RpcCredential NONE = new RpcCredential(new byte[16]);

    /** The encoded credential and verifier, each of which consists of a flavor and a body. */
    private final byte[] bytes;

    private RpcCredential(final byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Creates an AUTH_SYS credential.
     *
     * @param machine the name of the client machine, at most {@value AuthSys#MAX_MACHINE} bytes in UTF-8.
     * @param uid     the user id.
     * @param gid     the user's primary group id.
     * @param groups  the supplementary group ids, at most {@value AuthSys#MAX_GROUPS}.
     * @return the credential.
     * @throws IllegalArgumentException if there are too many groups, or the name is too long.
     */
    public static RpcCredential sys(final String machine, final int uid, final int gid, final int... groups) {
        final byte[] name = machine.getBytes(UTF_8);
        if (name.length > AuthSys.MAX_MACHINE) {
            throw new IllegalArgumentException(
                    "machine name is too long: bytes=" + name.length + " most=" + AuthSys.MAX_MACHINE);
        }
        if (groups.length > AuthSys.MAX_GROUPS) {
            throw new IllegalArgumentException(
                    "too many groups: count=" + groups.length + " most=" + AuthSys.MAX_GROUPS);
        }
        final int body = 20 + (name.length + 3 & -4) + groups.length * Integer.BYTES;
        final byte[] bytes = new byte[8 + body + 8];
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(bytes), 0);
        out.putInt(AUTH_SYS).putInt(body).putInt(0).putOpaque(name);
        out.putInt(uid).putInt(gid).putInt(groups.length);
        for (final int group : groups) {
            out.putInt(group);
        }
        return new RpcCredential(bytes);
    }

    XdrWriter put(final XdrWriter out) {
        final int at = out.claimPadded(bytes.length);
        out.buffer().putBytes(at, bytes);
        return out;
    }

    @Override
    public String toString() {
        final UnsafeBuffer words = new UnsafeBuffer(bytes);
        if (words.getInt(0, BIG_ENDIAN) == AUTH_NONE) {
            return "AUTH_NONE";
        }
        final AuthSys sys = new AuthSys();
        sys.wrap(words, 8, bytes.length - 16);
        return "AUTH_SYS uid=" + Integer.toUnsignedLong(sys.uid()) + " gid=" + Integer.toUnsignedLong(sys.gid())
                + " groups=" + sys.groupCount() + " machine=" + sys.machine();
    }
}
