// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Reads the body of an AUTH_SYS credential (RFC 5531, appendix A) in place. The credential is not authenticated, so it
 * is only as trustworthy as the network.
 *
 * <pre>
 *   0       4        8                    .     +4    +8             +12
 *  +-------+--------+--------------------+-----+-----+--------------+----------+
 *  | stamp | length | machine, to 255 B  | uid | gid | groups to 16 | gid ...  |
 *  +-------+--------+--------------------+-----+-----+--------------+----------+
 * </pre>
 *
 * <p>A reusable flyweight; only {@link #machine()} allocates. Not thread-safe.
 */
public final class AuthSys {
    /** The maximum length of a machine name, in bytes. */
    public static final int MAX_MACHINE = 255;
    /** The maximum number of groups in addition to {@link #gid()}. */
    public static final int MAX_GROUPS = 16;

    private final XdrReader in = new XdrReader();
    private int machine;
    private int machineLength;
    private int uid;
    private int gid;
    private int groups;
    private int groupCount;

    /** Creates a flyweight that does not wrap anything yet. */
    public AuthSys() {}

    /**
     * Wraps the body of a credential.
     *
     * @param message the buffer that contains the body.
     * @param offset  the offset of the first byte of the body.
     * @param length  the length in bytes, which must be within the buffer.
     * @return true if the body is well-formed: no field is missing or too long, and no bytes follow the last field.
     */
    public boolean wrap(final DirectBuffer message, final int offset, final int length) {
        in.wrap(message, offset, offset + length);
        try {
            in.getInt();
            machine = in.skipOpaque(MAX_MACHINE);
            machineLength = in.opaqueLength();
            uid = in.getInt();
            gid = in.getInt();
            groupCount = in.getEnum(MAX_GROUPS);
            groups = in.skip(groupCount * Integer.BYTES);
        } catch (final XdrReader.Malformed e) {
            return false;
        }
        return in.remaining() == 0;
    }

    /**
     * Returns the user id.
     *
     * @return the id as an unsigned 32-bit number; -1 represents 2^32 - 1, which is not a valid user.
     */
    public int uid() {
        return uid;
    }

    /**
     * Returns the user's primary group id.
     *
     * @return the id as an unsigned 32-bit number.
     */
    public int gid() {
        return gid;
    }

    /**
     * Returns the number of supplementary groups.
     *
     * @return the number, 0 to {@link #MAX_GROUPS}.
     */
    public int groupCount() {
        return groupCount;
    }

    /**
     * Returns a supplementary group id.
     *
     * @param index the index of the group, from 0.
     * @return the id as an unsigned 32-bit number.
     * @throws IndexOutOfBoundsException if there are fewer groups.
     */
    public int group(final int index) {
        if (index < 0 || index >= groupCount) {
            throw new IndexOutOfBoundsException("no such group: index=" + index + " count=" + groupCount);
        }
        return in.buffer().getInt(groups + index * Integer.BYTES, BIG_ENDIAN);
    }

    /**
     * Returns the machine name that the client sent.
     *
     * @return a new string of ASCII characters, in which U+FFFD replaces other bytes.
     */
    public String machine() {
        return in.buffer().getStringWithoutLengthAscii(machine, machineLength);
    }
}
