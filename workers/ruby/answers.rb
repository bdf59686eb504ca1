# frozen_string_literal: true

# Answers in canonical form, as docs/protocol.md has it.
module CmptheseHost
  HEAD_MAX = 65_536
  DEPTH_MAX = 1000
  # Texts are escaped in pieces of so many bytes.
  PIECE = 65_536
  # A byte as the canonical form writes it.
  ESCAPED = (0..255).to_h { |byte| [byte.chr, Kernel.format('\\x%02X', byte)] }.merge(
    "\n".b => '\\n', "\t".b => '\\t', "\r".b => '\\r', '"'.b => '\\"', "\\".b => "\\\\",
  ).freeze
  RECORD = defined?(::Data) && ::Data.respond_to?(:define) ? ::Data : nil
  NO_DATA = [Proc, Method, UnboundMethod, IO, Thread, Fiber, Binding, Enumerator, Module].freeze

  # Takes the pieces of a canonical form: its length in bytes, its head, and its digest where the head is not the whole.
  class Answer
    attr_reader :length, :head

    def initialize(check)
      @lenient = check == "lenient"
      @length = 0
      @head = +""
      @pending = +""
    end

    def of(value)
      canonical(value, 0)
      flush
      self
    end

    def digest
      @digest&.hexdigest
    end

    private

    def emit(text)
      @pending << text
      flush if @pending.bytesize >= PIECE && !@within
    end

    def flush
      if !@digest && @length + @pending.bytesize > HEAD_MAX
        require "digest"
        @digest = Digest::SHA256.new << @head
      end
      @digest << @pending if @digest
      @head << @pending.byteslice(0, HEAD_MAX - @head.bytesize) if @head.bytesize < HEAD_MAX
      @length += @pending.bytesize
      @pending.clear
    end

    def canonical(value, depth)
      raise "the answer is nested deeper than 1000 levels, or contains itself: return data" if depth > DEPTH_MAX

      case value
      when nil then emit("null")
      when true, false then emit(@lenient ? (value ? '"1"' : '""') : value.to_s)
      when Integer, Float then emit(@lenient ? "\"#{number_form(value)}\"" : number_form(value))
      when String, Symbol then object(value, String, Symbol) { text(value) }
      when Array then object(value, Array) { list(value, depth) }
      when Hash then object(value, Hash) { table(value.map { |key, entry| [key_form(key, depth), entry, key] }, depth) }
      when defined?(::Set) ? ::Set : nil then object(value, ::Set) { set(value, depth) }
      else of_class(value, depth)
      end
    end

    # The class stands before the data of what is no plain value.
    def object(value, *plain)
      name = value.class.name # nothing where it has none
      emit("#{escaped(bytes_of(name))} ") if name && !plain.include?(value.class)
      yield
    end

    def of_class(value, depth)
      object(value) do
        case value
        when Struct then table(value.members.map { |member| [bytes_of(member), value[member]] }, depth)
        when RECORD then table(value.to_h.map { |member, entry| [bytes_of(member), entry] }, depth)
        when Range then list([value.begin, value.end, value.exclude_end?], depth)
        when Rational, Complex, Regexp then text(value.to_s)
        when Time then text(value.getutc.strftime("%FT%T.%NZ"))
        else variables(value, depth)
        end
      end
    end

    def variables(value, depth)
      names = value.instance_variables
      if names.empty? || NO_DATA.any? { |kind| kind === value }
        raise "the answer holds an object of class #{value.class}, which cannot be compared: return data"
      end

      table(names.map { |name| [bytes_of(name.to_s.delete_prefix("@")), value.instance_variable_get(name)] }, depth)
    end

    def list(values, depth)
      emit("[")
      values.each_with_index do |value, index|
        emit(", ") if index.positive?
        canonical(value, depth + 1)
      end
      emit("]")
    end

    # Elements have no order but that of their forms.
    def set(values, depth)
      emit("[#{values.map { |value| form(value, depth + 1) }.sort.join(", ")}]")
    end

    # What is written of a value, by itself.
    def form(value, depth)
      outer = [@pending, @within]
      @pending, @within = +"", true
      canonical(value, depth)
      @pending
    ensure
      @pending, @within = outer
    end

    # Keys are bytes; of several that are the same bytes a text is the last.
    def table(entries, depth)
      emit("{")
      sorted = entries.sort_by { |key, _, own| [key, String === own ? 2 : Symbol === own ? 1 : 0] }
      sorted.each_with_index do |(key, value), index|
        emit(", ") if index.positive?
        text(key)
        emit(": ")
        canonical(value, depth + 1)
      end
      emit("}")
    end

    def key_form(key, depth)
      case key
      when String, Symbol then bytes_of(key)
      when Integer, Float then number_form(key).b
      when nil then "null".b
      when true, false then key.to_s.b
      else exact_form(key, depth + 1).b
      end
    end

    def exact_form(value, depth)
      lenient, @lenient = @lenient, false
      form(value, depth)
    ensure
      @lenient = lenient
    end

    def number_form(number)
      return number.to_s if number.is_a?(Integer)
      return number.nan? ? "NaN" : number.positive? ? "Inf" : "-Inf" unless number.finite?
      return number.to_i.to_s if number.abs < 2**53 && number == number.to_i

      [15, 16].each do |digits|
        text = Kernel.format("%.#{digits}g", number)
        return text if text.to_f == number
      end
      Kernel.format("%.17g", number)
    end

    def text(value)
      bytes = bytes_of(value)
      emit('"')
      0.step(bytes.bytesize - 1, PIECE) { |first| emit(escaped(bytes.byteslice(first, PIECE))) }
      emit('"')
    end

    def escaped(bytes)
      bytes.gsub(/[^\x20-\x7e]|["\\]/n, ESCAPED)
    end

    # Characters beyond Latin-1 make the whole text UTF-8.
    def bytes_of(value)
      text = value.is_a?(Symbol) ? value.to_s : value
      return text.b if text.encoding == Encoding::BINARY || text.ascii_only? || !text.valid_encoding?

      text = text.encode(Encoding::UTF_8)
      (text.match?(/[^\u0000-\u00ff]/) ? text : text.encode(Encoding::ISO_8859_1)).b
    end
  end
end
