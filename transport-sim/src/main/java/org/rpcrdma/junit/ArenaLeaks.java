/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rpcrdma.arena.ArenaLeak;
import org.rpcrdma.arena.LeakListener;

/** Keeps what the arena of a test finds out. Thread-safe. */
final class ArenaLeaks implements LeakListener {
    private final List<IllegalStateException> errors = new CopyOnWriteArrayList<>();

    /** A lease that is lost keeps its buffer out, for which the arena refuses to close. */
    @Override
    public void leaked(final ArenaLeak leak) {}

    @Override
    public void writtenWhileFree(final IllegalStateException error) {
        errors.add(error);
    }

    /** What is wrong with free buffers. */
    List<IllegalStateException> errors() {
        return errors;
    }
}
