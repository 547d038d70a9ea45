// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.example.nfs3.Nfs3.COMMIT;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ACCES;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_PERM;
import static org.rpcrdma.example.nfs3.Nfs3.LINK;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.MKDIR;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.PROGRAM;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.READDIR;
import static org.rpcrdma.example.nfs3.Nfs3.READDIRPLUS;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.RMDIR;
import static org.rpcrdma.example.nfs3.Nfs3.SETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.SYMLINK;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.GID;
import static org.rpcrdma.example.nfs3.Served.UID;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.JavaPrograms;

/**
 * Tests access rights: the POSIX rights of owner, group and others, and the exceptions that NFS requires. Owners may
 * use open files, and programs may be read.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class RightsTest {
    private static final int NOBODY = 65_534;

    @TempDir
    Path folder;

    private Served served;
    private HostFile root;
    private HostFile directory;
    private HostFile file;

    @BeforeEach
    void serve() {
        assumeTrue(Served.IS_ROOT);
        served = new Served(folder);
        root = served.root();
        directory = served.make(root, "directory", DIR);
        file = served.make(directory, "file", REG);
        served.make(directory, "inner", DIR);
    }

    private static void set(final HostFile file, final int uid, final int gid, final String mode) throws IOException {
        Files.setAttribute(file.path(), "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file.path(), "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file.path(), "unix:mode", Integer.parseInt(mode, 8));
    }

    private Xdr in(final String name) {
        return of(directory).string(name);
    }

    private int status(final String call) {
        return switch (call) {
            case "LOOKUP" -> served.status(LOOKUP, in("file"));
            case "READDIR" -> served.status(READDIR, of(directory).hyper(0, 0).word(4096));
            case "CREATE" -> served.status(CREATE, in("new").word(0).nothingSet());
            case "EXCLUSIVE" -> served.status(CREATE, in("new").word(2).hyper(1));
            case "MKDIR" -> served.status(MKDIR, in("new").nothingSet());
            case "SYMLINK" -> served.status(SYMLINK, in("new").nothingSet().string("x"));
            case "REMOVE" -> served.status(REMOVE, in("file"));
            case "RMDIR" -> served.status(RMDIR, in("inner"));
            case "RENAME" -> served.status(RENAME, in("file").handle(directory).string("new"));
            case "RENAME away" -> served.status(RENAME, in("inner").handle(root).string("new"));
            case "LINK" -> served.status(LINK, of(file).handle(directory).string("new"));
            case "READ" -> served.status(READ, of(file).hyper(0).word(9));
            case "WRITE" -> served.status(WRITE, of(file).hyper(0).word(1, 0).opaque(new byte[1]));
            case "COMMIT" -> served.status(COMMIT, of(file).hyper(0).word(0));
            case "cut" ->
                served.status(SETATTR, of(file).word(0, 0, 0, 1).hyper(0).word(0, 0, 0));
            case "cut by CREATE" ->
                served.status(CREATE, in("file").word(0, 0, 0, 0, 1).hyper(0).word(0, 0));
            case "chmod" -> served.status(SETATTR, of(file).word(1, 0777).word(0, 0, 0, 0, 0, 0));
            case "chgrp" -> served.status(SETATTR, of(file).word(0, 0, 1, 7).word(0, 0, 0, 0));
            case "touch" -> served.status(SETATTR, of(file).word(0, 0, 0, 0, 1, 1, 0));
            default -> served.status(SETATTR, of(file).word(0, 0, 0, 0, 2, 1, 2, 0, 0)); // set the access time
        };
    }

    /**
     * The modes and owners of the directory and its contents. The caller is user 1001, a member of the groups 1002 and
     * 7.
     */
    @ParameterizedTest
    @CsvSource({
        "LOOKUP, 0:0 0754, 0:0 666, 13",
        "LOOKUP, 0:0 0751, 0:0 0, 0",
        "LOOKUP, 0:7 0710, 0:0 0, 0",
        "READDIR, 0:0 0711, 0:0 666, 13",
        "READDIR, 0:0 0744, 0:0 0, 0",
        "READDIR, 1001:0 0077, 0:0 0, 13",
        "CREATE, 0:0 0755, 0:0 666, 13",
        "CREATE, 0:0 0776, 0:0 666, 13",
        "CREATE, 0:1002 0770, 0:0 0, 0",
        "EXCLUSIVE, 0:0 0755, 0:0 666, 13",
        "MKDIR, 0:0 0755, 0:0 666, 13",
        "SYMLINK, 0:0 0755, 0:0 666, 13",
        "REMOVE, 0:0 0755, 1001:0 666, 13",
        "RMDIR, 0:0 0755, 1001:0 777, 13",
        "RENAME, 0:0 0755, 1001:0 666, 13",
        "LINK, 0:0 0755, 1001:0 666, 13",
        "LINK, 0:0 0757, 0:0 600, 0",
        "REMOVE, 0:0 0757, 0:0 0, 0",
        "RMDIR, 0:0 0757, 0:0 0, 0",
        "RENAME, 0:0 0757, 0:0 0, 0",
        "REMOVE, 0:0 1777, 0:0 777, 1",
        "RMDIR, 0:0 1777, 0:0 777, 1",
        "RENAME, 0:0 1777, 0:0 777, 1",
        "REMOVE, 0:0 1777, 1001:0 0, 0",
        "RENAME, 1001:0 1700, 0:0 0, 0",
        "RENAME away, 0:0 1777, 0:0 777, 1",
        "RENAME away, 0:0 0777, 0:0 755, 13",
        "RENAME away, 0:0 0777, 0:0 757, 0",
        "READ, 0:0 0, 0:0 662, 13",
        "READ, 0:0 0, 0:0 661, 0",
        "READ, 0:0 0, 0:7 040, 0",
        "READ, 0:0 0, 1001:0 0, 0",
        "WRITE, 0:0 0, 0:0 665, 13",
        "WRITE, 0:0 0, 0:0 002, 0",
        "WRITE, 0:0 0, 0:7 606, 13",
        "WRITE, 0:0 0, 1001:0 0, 0",
        "COMMIT, 0:0 0, 0:0 665, 13",
        "COMMIT, 0:0 0, 1001:0 0, 0",
        "cut, 0:0 0, 0:0 665, 13",
        "cut, 0:0 0, 1001:0 0, 0",
        "cut by CREATE, 0:0 0777, 0:0 665, 13",
        "cut by CREATE, 0:0 0751, 0:0 002, 0",
        "chmod, 0:0 0777, 0:0 777, 1",
        "chmod, 0:0 0, 1001:0 0, 0",
        "chgrp, 0:0 0777, 0:0 777, 1",
        "chgrp, 0:0 0, 1001:0 0, 0",
        "touch, 0:0 0, 0:0 665, 13",
        "touch, 0:0 0, 0:0 002, 0",
        "atime, 0:0 0, 0:0 777, 1",
        "atime, 0:0 0, 1001:0 0, 0"
    })
    void shouldLetCallersActAccordingToModes(final String call, final String of, final String inside, final int status)
            throws IOException {
        final HostFile inner = served.find(directory, "inner");
        for (final HostFile one : new HostFile[] {file, inner, directory}) {
            final String[] parts = (one == directory ? of : inside).split("[ :]");
            set(one, Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), parts[2]);
        }
        final long before = directory.changeTime() + file.changeTime() + inner.changeTime();
        assertEquals(status, status(call));
        if (status != OK) {
            assertEquals(before, directory.changeTime() + file.changeTime() + inner.changeTime());
        }
    }

    @Test
    void shouldShowAttributesOnlyToThoseWhoMaySearch() throws IOException {
        set(directory, 0, 0, "0744");
        served.room = 32_768;
        final Xdr all = of(directory).hyper(0, 0).word(4096, 32_000);
        final int names = served.call(READDIRPLUS, all).length;
        set(directory, 0, 0, "0745");
        final int entries = 2;
        assertEquals(names + entries * (84 + 4 + 24), served.call(READDIRPLUS, all).length);
    }

    @ParameterizedTest
    @CsvSource({"1002, 6777, 777", "1002, 2767, 2767", "0, 2757, 757"})
    void shouldTakeRightsFromAProgramThatIsWritten(final int gid, final String before, final String after)
            throws IOException {
        set(file, 0, gid, before);
        assertEquals(OK, status("WRITE"));
        assertEquals(Integer.parseInt(after, 8), file.mode());
    }

    @Test
    void shouldMakeNoProgramsForGroupsOfOthers() throws IOException {
        set(file, UID, 0, "0");
        served.expect(OK, SETATTR, of(file).word(1, 02777).word(0, 0, 0, 0, 0, 0));
        assertEquals(0777, file.mode());
        set(directory, 0, 0, "02777");
        served.status(CREATE, in("new").word(0, 1, 02777).word(0, 0, 0, 0, 0));
        assertEquals(0777, served.find(directory, "new").mode());
        assertEquals(0, served.find(directory, "new").gid());
    }

    @ParameterizedTest
    @CsvSource({"0, 65534, 1002", "-1, 65534, 1002", "5, 5, 1002"})
    void shouldMapRootAndUnknownUsersToTheAnonymousUser(final int uid, final int owner, final int group)
            throws IOException {
        served = Served.squashed(folder);
        served.uid = uid;
        set(directory, 0, 0, "0755");
        assertEquals(ERR_ACCES, status("CREATE"));
        set(directory, 0, 0, "0777");
        assertEquals(OK, status("CREATE"));
        final HostFile made = served.find(directory, "new");
        assertEquals(owner, made.uid());
        assertEquals(group, made.gid());
        assertEquals(ERR_PERM, status("chmod"));
    }

    /** Returns a CREATE call with a credential. */
    private byte[] create(final int flavor, final byte[] credential) {
        final byte[] head = new Xdr()
                .word(1, 0, 2, PROGRAM, Nfs3.VERSION, CREATE, flavor)
                .opaque(credential)
                .word(0, 0)
                .bytes();
        final byte[] arguments = in("new").word(0).nothingSet().bytes();
        return Served.reply(served.service, new Xdr().raw(head).raw(arguments).bytes(), 512);
    }

    @Test
    void shouldTreatCallsWithoutCredentialAsNobodys() throws IOException {
        set(directory, 0, 0, "0777");
        assertEquals(OK, Served.results(create(0, new byte[0]))[3]);
        final HostFile made = served.find(directory, "new");
        assertNotNull(made);
        assertEquals(NOBODY, made.uid());
        assertEquals(NOBODY, made.gid());
    }

    @ParameterizedTest
    @CsvSource({"6, 4", "3, 0", "1, 0", "1, 12", "1, 400", "1, 404", "1, 100000", "0, 404"})
    void shouldRejectInvalidCredentials(final int flavor, final int length) throws IOException {
        set(directory, 0, 0, "0777");
        final byte[] credential = new byte[length];
        Arrays.fill(credential, (byte) 99);
        final byte[] badCredential = new Xdr().word(1, 1, 1, 1, 1).bytes();
        assertArrayEquals(badCredential, create(flavor, credential));
        assertEquals(GID, file.gid());
    }

    /** The host chooses the name of uid 0. In a container, uid 0 may have no name. */
    @ParameterizedTest
    @ValueSource(strings = {"toor", "?", "root"})
    void shouldCheckRightsWhateverTheNameOfRootIs(final String name, @TempDir final Path other) throws Exception {
        final List<String> options = List.of(JavaPrograms.jvmOptions(), "-Duser.name=" + name);
        final String status = JavaPrograms.run(JavaPrograms.of(ReadBySomebody.class, options, other.toString()));
        assertEquals(ERR_ACCES, Integer.parseInt(status.strip()));
    }
}
