// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.wire.RpcMessage;

/**
 * The names of well-known RPC programs and their procedures (RFC 1813, RFC 7530, RFC 8881; the NFSACL side protocol).
 */
public final class ProgramNames {
    private static final int NFS = 100003;
    private static final int MOUNT = 100005;
    private static final int NFS_ACL = 100227;
    /**
     * The program for NFSv4 callbacks. Clients choose a number from the transient range; Linux uses the first number of
     * this range.
     */
    private static final int NFS_CALLBACK = 0x4000_0000;

    private static final String[] NFS_3 =
            ("NULL GETATTR SETATTR LOOKUP ACCESS READLINK READ WRITE CREATE MKDIR SYMLINK MKNOD REMOVE"
                            + " RMDIR RENAME LINK READDIR READDIRPLUS FSSTAT FSINFO PATHCONF COMMIT")
                    .split(" ");
    private static final String[] NFS_4 = {"NULL", "COMPOUND"};
    private static final String[] CALLBACK = {"CB_NULL", "CB_COMPOUND"};
    private static final String[] ACL = {"NULL", "GETACL", "SETACL", "GETATTR", "ACCESS"};
    private static final String[] MOUNT_3 = {"NULL", "MNT", "DUMP", "UMNT", "UMNTALL", "EXPORT"};
    private static final String[] NONE = {};
    /** The names of programs. */
    public static final List<String> PROGRAMS = List.of("NFSv3", "NFSv4", "NFS", "MOUNT", "NFSACL", "NFSv4-CB");

    private ProgramNames() {}

    /** Returns true if the call is an NFSv4 COMPOUND. */
    static boolean isCompound(final RpcMessage call) {
        return call.program() == NFS && call.programVersion() == 4 && call.procedure() == 1;
    }

    /** Returns true if the call may be an NFSv4 CB_COMPOUND. */
    static boolean isCallback(final RpcMessage call) {
        return isCallback(call.program()) && call.procedure() == 1;
    }

    static boolean isCallback(final int program) {
        return program == NFS_CALLBACK;
    }

    /** Returns true if a known program has this name. */
    public static boolean isProgram(final String name) {
        return PROGRAMS.stream().anyMatch(name::equalsIgnoreCase);
    }

    /** Returns true if a known program has a procedure with this name. */
    public static boolean isProcedure(final String name) {
        return Stream.of(NFS_3, NFS_4, CALLBACK, ACL, MOUNT_3)
                        .flatMap(Arrays::stream)
                        .anyMatch(name::equalsIgnoreCase)
                || CompoundNames.isOperation(name);
    }

    /** Returns the program's name, or null if it is unknown. */
    static String program(final int program, final int version) {
        return switch (program) {
            case NFS ->
                switch (version) {
                    case 3 -> "NFSv3";
                    case 4 -> "NFSv4";
                    default -> "NFS";
                };
            case MOUNT -> "MOUNT";
            case NFS_ACL -> "NFSACL";
            case NFS_CALLBACK -> "NFSv4-CB";
            default -> null;
        };
    }

    /** Returns the procedure's name, or null if it is unknown. */
    static String procedure(final int program, final int version, final int procedure) {
        final String[] names = switch (program) {
            case NFS -> version == 3 ? NFS_3 : version == 4 ? NFS_4 : NONE;
            case MOUNT -> version == 3 ? MOUNT_3 : NONE;
            case NFS_ACL -> ACL;
            case NFS_CALLBACK -> CALLBACK;
            default -> NONE;
        };
        return procedure >= 0 && procedure < names.length ? names[procedure] : null;
    }
}
